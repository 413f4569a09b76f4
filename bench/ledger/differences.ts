import { totalOfLines } from '../../libs/billing/src/domain/charge';
import { type CreditLedger, balanceOf } from '../../libs/billing/src/domain/credit-ledger';
import type { LedgerFact } from '../../libs/billing/src/domain/events';
import type { Draw, Lot } from '../../libs/billing/src/domain/lot';
import { FOREVER, type LotModel, type ModelLot, type Part, monthName } from './lot-model';

const KINDS = {
  included: 'included',
  rolled: 'rollover',
  promotional: 'promotional',
  bought: 'purchased',
  overage: 'overage',
} as const;

/** The first difference between a ledger and the model; undefined if they are the same. Empty lots do not count. */
export function differenceOf(ledger: CreditLedger, model: LotModel): string | undefined {
  if (ledger.period !== monthName(model.month)) return `the month is ${ledger.period}, not ${monthName(model.month)}`;
  if (BigInt(balanceOf(ledger)) !== model.balance())
    return `the balance is ${balanceOf(ledger)}, not ${model.balance()}`;
  if (BigInt(ledger.owed) !== model.owed) return `${ledger.owed} is owed, not ${model.owed}`;
  const lots = new Map(ledger.lots.filter(({ remaining }) => remaining !== 0).map((lot) => [lot.id, lot]));
  const modelled = model.lots.filter(({ left }) => left !== 0n);
  for (const lot of modelled)
    if (!isSame(lots.get(lot.id), lot)) return `the lot ${lot.id} is ${shown(lots.get(lot.id))}, not ${shown(lot)}`;
  if (lots.size !== modelled.length) return `there are ${lots.size} lots, not ${modelled.length}`;
  if (ledger.openCharges.size !== model.open.size)
    return `${ledger.openCharges.size} charges are open, not ${model.open.size}`;
  for (const [sessionId, expected] of model.open) {
    const charge = ledger.openCharges.get(sessionId);
    if (!charge) return `the charge of ${sessionId} is not open`;
    const sums = [charge.charged, charge.refunded, totalOfLines(charge.lines)].map(BigInt);
    const lines = expected.items.reduce((sum, { amount }) => sum + amount, 0n);
    if (sums[0] !== expected.charged || sums[1] !== expected.refunded || sums[2] !== lines)
      return `${sessionId} has ${sums.join('/')}, not ${expected.charged}/${expected.refunded}/${lines}`;
    if (partsText(charge.drawn.map(part)) !== partsText(expected.held))
      return `${sessionId} holds ${partsText(charge.drawn.map(part))}, not ${partsText(expected.held)}`;
  }
  return undefined;
}

/** @throws Error if the lots or the amounts differ */
export function sameParts(what: string, draws: readonly Draw[], expected: readonly Part[]): void {
  const [said, modelled] = [partsText(draws.map(part)), partsText(expected)];
  if (said !== modelled) throw new Error(`${what}: ${said}, not ${modelled}`);
}

/** The amounts that an entry took from lots, in order. */
export function drawnBy({ type, data }: LedgerFact): readonly Draw[] {
  if (type === 'CreditsCharged') return data.drawn;
  return type === 'PurchaseReversed' ? data.taken : [];
}

export const returnedBy = ({ type, data }: LedgerFact): readonly Draw[] =>
  type === 'CreditsRefunded' ? data.returned : [];

const part = ({ lot, amount }: Draw): Part => ({ id: lot, amount: BigInt(amount) });

/** Adjacent parts of the same lot are merged. */
function partsText(parts: readonly Part[]): string {
  let text = '';
  let [id, amount] = ['', 0n];
  for (const each of parts) {
    if (each.id !== id) {
      text += `${amount} ${id}, `;
      [id, amount] = [each.id, 0n];
    }
    amount += each.amount;
  }
  return `${text}${amount} ${id}`;
}

function isSame(lot: Lot | undefined, { kind, last, left, since, until, priority }: ModelLot): boolean {
  return (
    lot !== undefined &&
    lot.kind === KINDS[kind] &&
    BigInt(lot.remaining) === left &&
    lot.expires === (last === FOREVER ? null : monthName(last)) &&
    Date.parse(lot.grantedAt) === since &&
    (lot.expiresAt === undefined ? undefined : Date.parse(lot.expiresAt)) === until &&
    (lot.priority ?? 50) === priority
  );
}

const shown = (lot: Lot | ModelLot | undefined): string =>
  JSON.stringify(lot, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
