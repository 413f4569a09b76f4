import type { CreditLedger } from './credit-ledger';
import type { LedgerFact } from './events';
import { type Draw, drawnTotal, isExpired } from './lot';

/** Lapses lots that have expired by `at` within their month. No facts if all of them are empty. */
export function lapseExpired(at: string, { lots }: Pick<CreditLedger, 'lots'>, until = at): LedgerFact[] {
  return lapse(
    at,
    lots.filter((lot) => isExpired(lot, until)).map(({ id, remaining }) => ({ lot: id, amount: remaining })),
  );
}

/** The entry by which credits lapse; empty if none lapse. */
export function lapse(at: string, draws: readonly Draw[]): LedgerFact[] {
  const lapsed = draws.filter(({ amount }) => amount > 0);
  return lapsed.length === 0 ? [] : [{ type: 'CreditsLapsed', data: { at, amount: drawnTotal(lapsed), lapsed } }];
}
