import type { OpenCharge } from './charge';
import { type Draw, undoDraws } from './lot';
import type { SessionMap } from './session-map';

/**
 * When the overage of a month is settled, charges that may still be refunded hold what paid for them in place of it: of
 * what was sold as far as that goes, and then of the credits that covered the rest, the last ones first. So nothing
 * comes back as bought that was not sold. Charges take their parts by the ids of their sessions, last one first.
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
