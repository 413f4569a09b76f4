import { type Clock, CLOCK, csvLine, timestamp } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import { requestedPeriod } from '../requested-period';
import { type Transaction, allTransactions } from './transactions';

export const USAGE_EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type UsageExportFormat = (typeof USAGE_EXPORT_FORMATS)[number];

/**
 * GET /api/billing/usage/export: all transactions of a period, newest first, a line each, read while they are written.
 * `jsonl` has each as GET /api/billing/usage shows it, `csv` in columns. Refused: VALIDATION_ERROR.
 */
export class UsageExport extends Query<AsyncGenerator<string>> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly period?: string;
      readonly format: UsageExportFormat;
    },
  ) {
    super();
  }
}

/** Transactions that are read together. */
const BATCH = 500;

@QueryHandler(UsageExport)
export class UsageExportHandler implements IQueryHandler<UsageExport> {
  constructor(
    private readonly accounts: CreditAccounts,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({
    input: { organizationId, period: requested = 'current', format },
  }: UsageExport): Promise<AsyncGenerator<string>> {
    const period = requestedPeriod(requested, timestamp(this.clock));
    // Read models ignore entries of a newer release, so a ledger that holds such entries is refused here, too.
    await this.accounts.ledger(organizationId);
    const transactions = allTransactions(this.readModels, { organizationId, period, limit: BATCH });
    return format === 'csv' ? csvOf(transactions) : jsonLinesOf(transactions);
  }
}

async function* jsonLinesOf(transactions: AsyncIterable<Transaction>): AsyncGenerator<string> {
  for await (const transaction of transactions) yield `${JSON.stringify(transaction)}\n`;
}

const COLUMNS = [
  'id',
  'timestamp',
  'type',
  'amount',
  'balanceAfter',
  'reason',
  'sessionId',
  'aiReportId',
  'scanId',
  'projectId',
  'purchaseId',
  'packageId',
  'lots',
  'lines',
  'owed',
  'cents',
  'centsBefore',
  'centsLeft',
] as const;

async function* csvOf(transactions: AsyncIterable<Transaction>): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const transaction of transactions) {
    const row = rowOf(transaction);
    yield csvLine(COLUMNS.map((column) => row[column] ?? ''));
  }
}

/** In a cell of `lots` or `lines` each has its name and its credits. */
function rowOf({
  details,
  ...transaction
}: Transaction): Partial<Record<(typeof COLUMNS)[number], string | number | null>> {
  const { lot, lots = [], lines = [], ...about } = details;
  return {
    ...about,
    ...transaction,
    lots: [...(lot ? [lot.id] : []), ...lots.map(({ id, amount }) => `${id} ${amount}`)].join('; '),
    lines: lines.map(({ item, amount }) => `${item} ${amount}`).join('; '),
  };
}
