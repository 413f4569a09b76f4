import {
  type CreditEntryDocument,
  type LedgerEntry,
  LEDGER_ENTRY_TYPES,
  hashOf,
  ledgerOfStream,
  transactionId,
  viewOf,
} from '@assay/billing';
import type { Projection } from '@assay/read-models';

/** GET /api/billing/usage, its transactions: one document an entry of the ledger. */
export const creditEntries: Projection<CreditEntryDocument, LedgerEntry> = {
  name: 'credit-entries',
  version: 1,
  indexes: [['organizationId', 'period', 'position']],
  handles: LEDGER_ENTRY_TYPES,
  documentIds: ({ id }) => [transactionId(id)],
  apply(_, event) {
    const entry = event as LedgerEntry;
    return {
      ...ledgerOfStream(event.stream),
      ...viewOf(entry),
      position: event.position,
      timestamp: entry.data.at,
      balanceAfter: entry.data.balance,
      hash: hashOf(entry),
    };
  },
};
