import type { CreditLedger } from './credit-ledger';
import type { LedgerFact } from './events';
import type { Lot } from './lot';

/**
 * Grants promotional credits. The lot's id makes it one grant, however often it is asked for within the life of the
 * lot.
 */
export function grantCredits(
  command: { readonly at: string; readonly lot: Omit<Lot, 'grantedAt'>; readonly reason: string },
  ledger: CreditLedger,
): LedgerFact[] {
  if (ledger.lots.some(({ id }) => id === command.lot.id)) return [];
  return [
    {
      type: 'CreditsGranted',
      data: { at: command.at, lot: { ...command.lot, grantedAt: command.at }, reason: command.reason },
    },
  ];
}
