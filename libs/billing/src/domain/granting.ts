import type { CreditLedger } from './credit-ledger';
import type { LedgerFact } from './events';
import type { Lot } from './lot';

export const GRANTED_KINDS = ['promotional', 'purchased'] as const satisfies readonly Lot['kind'][];
export type GrantedKind = (typeof GRANTED_KINDS)[number];

/** Paid packages name their lots `purchased-`: the id of a grant must not collide with them. */
const LOT_PREFIX: Readonly<Record<GrantedKind, string>> = { promotional: 'promotional-', purchased: 'granted-' };

export const grantedLotId = (grantId: string, kind: GrantedKind): string => `${LOT_PREFIX[kind]}${grantId}`;

/** Whether the ledger still knows a grant of this id, of either kind. */
export const isGranted = (grantId: string, { lots }: Pick<CreditLedger, 'lots'>): boolean =>
  lots.some(({ id }) => GRANTED_KINDS.some((kind) => id === grantedLotId(grantId, kind)));

/** Grants credits. The lot's id makes it one grant, however often it is repeated within the life of the lot. */
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
