import { type Clock, CLOCK, refused, timestamp, toCredits } from '@assay/kernel';
import { projectDocuments } from '@assay/projects';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CreditAccounts } from '../../credit-accounts';
import { type Period, endOf, startOf } from '../../domain/period';
import { type CreditUsageDocument, creditUsageDocuments, usageId } from '../documents';
import { requestedPeriod } from '../requested-period';
import { type Transaction, transactionsOf } from './transactions';

export interface UsageSummary {
  readonly totalScans: number;
  readonly totalCreditsUsed: number;
  readonly totalLinesScanned: number;
  readonly totalIssuesFound: number;
  /**
   * By the subject of the charge: `base`, `lines`, `ai` and the billing categories, by which issues are counted, too.
   */
  readonly byCategory: Readonly<
    Record<string, { readonly scans: number; readonly credits: number; readonly issues: number }>
  >;
  readonly topProjects: readonly {
    readonly projectId: string;
    readonly projectName: string;
    readonly scans: number;
    readonly credits: number;
  }[];
}

interface UsageView {
  readonly period: { readonly start: string; readonly end: string };
  readonly summary?: UsageSummary;
  readonly transactions?: readonly Transaction[];
}

/** GET /api/billing/usage. Refused: VALIDATION_ERROR. */
export class Usage extends Query<UsageView> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly period?: string;
      readonly include?: 'summary' | 'transactions' | 'both';
      readonly limit?: number;
    },
  ) {
    super();
  }
}

const TOP_PROJECTS = 10;

@QueryHandler(Usage)
export class UsageHandler implements IQueryHandler<Usage> {
  constructor(
    private readonly accounts: CreditAccounts,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({
    input: { organizationId, period: requested = 'current', include = 'both', limit = 50 },
  }: Usage): Promise<UsageView> {
    if (!Number.isInteger(limit) || limit < 1 || limit > 200)
      refused('VALIDATION_ERROR', 'limit must be 1 to 200', [{ field: 'limit', message: 'must be 1 to 200' }]);
    const period = requestedPeriod(requested, timestamp(this.clock));
    // Read models pass over events of a newer release. A ledger that has such events is refused here, too.
    await this.accounts.ledger(organizationId);
    return {
      period: { start: startOf(period), end: endOf(period) },
      ...(include !== 'transactions' && { summary: await this.summary(organizationId, period) }),
      ...(include !== 'summary' && {
        transactions: await transactionsOf(this.readModels, { organizationId, period, limit }),
      }),
    };
  }

  private async summary(organizationId: string, period: Period): Promise<UsageSummary> {
    const usage = (await this.readModels.collection(creditUsageDocuments).get(usageId(organizationId, period)))
      ?.document;
    const categories = Object.entries(usage?.byCategory ?? {}).map(([category, { scans, credits, issues }]) => [
      category,
      { scans, credits: toCredits(credits), issues },
    ]);
    return {
      totalScans: usage?.scans ?? 0,
      totalCreditsUsed: usage ? toCredits(usage.credits) : 0,
      totalLinesScanned: usage?.lines ?? 0,
      totalIssuesFound: usage?.issues ?? 0,
      byCategory: Object.fromEntries(categories) as UsageSummary['byCategory'],
      topProjects: await this.topProjects(usage),
    };
  }

  private async topProjects(usage: CreditUsageDocument | undefined): Promise<UsageSummary['topProjects']> {
    const top = Object.entries(usage?.byProject ?? {})
      .sort(([a, one], [b, other]) => other.credits - one.credits || other.scans - one.scans || (a < b ? -1 : 1))
      .slice(0, TOP_PROJECTS);
    const stored = await this.readModels.collection(projectDocuments).getMany(top.map(([projectId]) => projectId));
    const names = new Map(stored.map(({ id, document }) => [id, document.name]));
    return top.map(([projectId, { scans, credits }]) => ({
      projectId,
      projectName: names.get(projectId) ?? '(deleted project)',
      scans,
      credits: toCredits(credits),
    }));
  }
}
