import { type LedgerEntry, ledgerStream } from '../src';
import { chargeSession } from '../src/domain/charging';
import type { CreditLedger } from '../src/domain/credit-ledger';
import type { LedgerFact } from '../src/domain/events';
import { AT, ORGANIZATION, base, chained, credits, lot, opened, security, subject } from './ledger';

const charged = (ledger: CreditLedger): readonly LedgerFact[] => {
  const decided = chargeSession(
    { ...subject('ses_1'), at: AT, lines: [base, ...security('a', 'b')], categories: ['security'] },
    ledger,
  );
  return decided.ok ? decided.value : [];
};

const refunded: LedgerFact = {
  type: 'CreditsRefunded',
  data: {
    ...subject('ses_1'),
    at: AT,
    amount: credits('0.5'),
    lines: security('a', 'b').slice(1),
    reason: 'failed',
    returned: [{ lot: 'lot_1', amount: credits('0.5') }],
  },
};

const settled: LedgerFact = {
  type: 'ChargeSettled',
  data: {
    ...subject('ses_1'),
    at: AT,
    charged: credits(2),
    refunded: credits('0.5'),
    linesScanned: 1_200,
    issuesByCategory: { security: 3 },
  },
};

/** A month in which one session is charged 2 credits, gets half a one back and is settled, with its stream. */
export const MONTH: readonly (LedgerEntry & { readonly stream: string })[] = chained(
  () => [opened([lot('lot_1', 10)])],
  charged,
  () => [refunded],
  () => [settled],
).map((entry) => ({ ...entry, stream: ledgerStream(ORGANIZATION, '2026-11') }));
