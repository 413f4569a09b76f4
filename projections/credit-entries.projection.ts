import {
  type CreditEntryDocument,
  LEDGER_ENTRIES,
  type LedgerEntry,
  creditEntryDocuments,
  hashOf,
  ledgerOfStream,
  transactionId,
  viewOf,
} from '@assay/billing';
import type { Projection } from '@assay/read-models';

/** GET /api/billing/usage, its transactions: one document an entry of the ledger. */
export const creditEntries: Projection<CreditEntryDocument, LedgerEntry> = {
  ...creditEntryDocuments,
  version: 2,
  indexes: [['organizationId', 'period', 'position']],
  handles: LEDGER_ENTRIES,
  documentIds: ({ id }) => [transactionId(id)],
  apply: (_, event) => ({
    ...ledgerOfStream(event.stream),
    ...viewOf(event),
    position: event.position,
    timestamp: event.data.at,
    balanceAfter: event.data.balance,
    hash: hashOf(event),
  }),
};
