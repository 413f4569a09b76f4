import type { Severity } from '@assay/kernel';
import { type ReadModels, READ_MODELS, type Where } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { severityRank } from '../domain/merging';
import { type FindingGroupDocument, findingGroupDocuments, findingMemberDocuments } from './documents';
import { FindingLines } from './finding-lines';

export interface FindingFilters {
  readonly severity?: string;
  readonly category?: string;
  readonly tool?: string;
  readonly group?: string;
  /** True: those that the target suppresses, and no others. Default: those that count. */
  readonly suppressed?: boolean;
}

interface ListedGroupsOf {
  readonly organizationId: string;
  readonly scanId: string;
  readonly filters: FindingFilters;
  readonly limit: number;
  readonly offset: number;
}

interface GroupsPage {
  readonly groups: readonly FindingGroupDocument[];
  readonly total: number;
}

const IN_ORDER = [
  ['severityRank', 'ascending'],
  ['file', 'ascending'],
  ['line', 'ascending'],
  // Ids differ from scan to scan. By the fingerprint, two scans of the same code list the same in one order.
  ['fingerprint', 'ascending'],
] as const;

/** The number of cached totals of completed scans, by query: some 300 bytes each. */
const TOTALS_KEPT = 10_000;
/** Milliseconds. A document that could not be made is there once it can be. */
const TOTALS_KEPT_FOR = 600_000;

/**
 * The defects of a scan, in the order of lists. A scan may have 600,000: its pages are read through indexes, and
 * matches are counted once, when nothing is added any longer.
 */
@Injectable()
export class ListedGroups {
  private readonly totals = new LRUCache<string, number>({ max: TOTALS_KEPT, ttl: TOTALS_KEPT_FOR });

  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly lines: FindingLines,
  ) {}

  async page(of: ListedGroupsOf): Promise<GroupsPage> {
    const where = { ...filtered(of), ...(await this.suppression(of)) };
    const groups = await (of.filters.tool === undefined ? this.byDefect(of, where) : this.byTool(of, where));
    const [first] = groups;
    // All findings of a scan are of one organization, and no index has it.
    if (first && first.organizationId !== of.organizationId) return { groups: [], total: 0 };
    return { groups, total: await this.total(of, where, first) };
  }

  private async byDefect({ limit, offset }: ListedGroupsOf, where: Where): Promise<readonly FindingGroupDocument[]> {
    const page = await this.readModels.collection(findingGroupDocuments).find({ where, sort: IN_ORDER, limit, offset });
    return page.map(({ document }) => document);
  }

  /** The findings of one tool, even if another tool's finding is the primary one of the defect. */
  private async byTool({ limit, offset }: ListedGroupsOf, where: Where): Promise<readonly FindingGroupDocument[]> {
    const page = await this.readModels
      .collection(findingMemberDocuments)
      .find({ where, sort: IN_ORDER, limit, offset });
    const groups = await this.readModels
      .collection(findingGroupDocuments)
      .getMany(page.map(({ document }) => document.groupId));
    return groups.map(({ document }) => document);
  }

  /**
   * Few scans have something suppressed. For the others, the query has only conditions that the index of their order
   * covers.
   */
  private async suppression({ scanId, filters }: ListedGroupsOf): Promise<Where> {
    if (filters.suppressed) return thatCount(filters);
    const collection = this.readModels.collection(findingMemberDocuments);
    const some = await collection.find({ where: { scanId, ...thatCount({ suppressed: true }) }, limit: 1 });
    return some.length === 0 ? {} : thatCount();
  }

  /** @param first of the page */
  private async total(
    { organizationId, filters }: ListedGroupsOf,
    where: Where,
    first: FindingGroupDocument | undefined,
  ): Promise<number> {
    const collection =
      filters.tool === undefined
        ? this.readModels.collection(findingGroupDocuments)
        : this.readModels.collection(findingMemberDocuments);
    if (!first) return collection.count({ ...where, organizationId });
    const key = JSON.stringify(where);
    const known = this.totals.get(key);
    if (known !== undefined) return known;
    const total = await collection.count(where);
    if (await this.lines.placeOf(first.sessionId)) this.totals.set(key, total);
    return total;
  }
}

const filtered = ({ scanId, filters }: Pick<ListedGroupsOf, 'scanId' | 'filters'>): Where => {
  const { severity, category, tool, group } = filters;
  return {
    ...conditions({ scanId, category, tool, kind: group }),
    ...(severity !== undefined && { severityRank: severityRank(severity as Severity) }),
  };
};

export const conditions = (fields: Record<string, string | undefined>): Where =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** The condition on documents that say whether their finding is suppressed. */
export const thatCount = ({ suppressed = false }: Pick<FindingFilters, 'suppressed'> = {}): Where => ({
  suppressed: suppressed ? true : null,
});
