import type { OpenCharge } from './charge';
import { type Draw, undoDraws } from './lot';
import type { SessionMap } from './session-map';

/**
 * When the overage of a month is settled, refundable charges hold the lots that paid for it instead: the sold credits
 * first, and then the credits that covered the rest, the last drawn first. So only sold credits are ever returned as
 * purchased ones. Charges take their parts in descending order of their session ids.
 */
export function withOverageAttributed(
  charges: SessionMap<OpenCharge>,
  {
    lot: overage,
    drawn,
    amount,
  }: { readonly lot: string; readonly drawn: readonly Draw[]; readonly amount: Draw['amount'] },
): SessionMap<OpenCharge> {
  let left: readonly Draw[] = amount > 0 ? [...drawn, { lot: overage, amount }] : drawn;
  const holding = charges.values().filter((charge) => charge.drawn.some(({ lot }) => lot === overage));
  return holding
    .toSorted((a, b) => (a.sessionId < b.sessionId ? 1 : -1))
    .reduce((all, charge) => {
      const held: Draw[] = [];
      for (const draw of charge.drawn.toReversed()) {
        if (draw.lot !== overage) held.push(draw);
        else {
          const taken = undoDraws(left, draw.amount);
          held.push(...taken.undone);
          left = taken.left;
        }
      }
      return all.with(charge.sessionId, { ...charge, drawn: held.toReversed() });
    }, charges);
}
