import { toCredits } from '@assay/kernel';
import type { ReadModels, StoredDocument } from '@assay/read-models';
import { type EntryDetails, TRANSACTION_TYPES, type TransactionType } from '../../domain/entry-view';
import type { Period } from '../../domain/period';
import { type CreditEntryDocument, creditEntryDocuments } from '../documents';

export interface Transaction {
  readonly id: string;
  readonly timestamp: string;
  readonly type: TransactionType;
  /** In credits, negative for spend. */
  readonly amount: number;
  readonly balanceAfter: number;
  readonly reason?: string;
  readonly details: EntryDetails;
}

interface Wanted {
  readonly organizationId: string;
  readonly period: Period;
  readonly limit: number;
}

/** The newest transactions of a period, newest first. */
export const transactionsOf = async (readModels: ReadModels, wanted: Wanted): Promise<Transaction[]> =>
  (await page(readModels, wanted)).map(transactionOf);

/**
 * All transactions of a period, newest first, `limit` read at a time. Transactions that are added meanwhile are not
 * included.
 */
export async function* allTransactions(readModels: ReadModels, wanted: Wanted): AsyncGenerator<Transaction> {
  let before: number | undefined;
  for (;;) {
    const read = await page(readModels, wanted, before);
    for (const stored of read) yield transactionOf(stored);
    before = read.at(-1)?.document.position;
    if (read.length < wanted.limit) return;
  }
}

const page = (
  readModels: ReadModels,
  { organizationId, period, limit }: Wanted,
  before?: number,
): Promise<StoredDocument<CreditEntryDocument>[]> =>
  readModels.collection(creditEntryDocuments).find({
    where: {
      organizationId,
      period,
      type: { in: TRANSACTION_TYPES },
      ...(before !== undefined && { position: { lt: before } }),
    },
    sort: [['position', 'descending']],
    limit,
  });

const transactionOf = ({
  id,
  document: { timestamp: at, type, amount, balanceAfter, reason, details },
}: StoredDocument<CreditEntryDocument>): Transaction => ({
  id,
  timestamp: at,
  type: type as TransactionType,
  amount: toCredits(amount),
  balanceAfter: toCredits(balanceAfter),
  ...(reason !== null && { reason }),
  details,
});
