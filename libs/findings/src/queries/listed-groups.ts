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
] as const;

/** Totals that are kept of scans that have completed, by what was asked for: some 300 bytes each. */
const TOTALS_KEPT = 10_000;
/** Milliseconds. A document that could not be made is there once it can be. */
const TOTALS_KEPT_FOR = 600_000;

/**
 * The defects that a scan found, in the order in which they are listed. A scan may have 600,000: its pages are read
 * through indexes, and what matches is counted once, when nothing is added any more.
 */
@Injectable()
export class ListedGroups {
  private readonly totals = new LRUCache<string, number>({ max: TOTALS_KEPT, ttl: TOTALS_KEPT_FOR });

  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly lines: FindingLines,
  ) {}

  async page(of: ListedGroupsOf): Promise<GroupsPage> {
    const groups = await (of.filters.tool === undefined ? this.byDefect(of) : this.byTool(of));
    const [first] = groups;
    // All findings of a scan are of one organization, and no index has it.
    if (first && first.organizationId !== of.organizationId) return { groups: [], total: 0 };
    return { groups, total: await this.total(of, first) };
  }

  private async byDefect({ limit, offset, ...of }: ListedGroupsOf): Promise<readonly FindingGroupDocument[]> {
    const sort = [...IN_ORDER, ['findingId', 'ascending']] as const;
    const page = await this.readModels
      .collection(findingGroupDocuments)
      .find({ where: filtered(of), sort, limit, offset });
    return page.map(({ document }) => document);
  }

  /** What one tool found, also where another tool's finding speaks for the defect. */
  private async byTool({ limit, offset, ...of }: ListedGroupsOf): Promise<readonly FindingGroupDocument[]> {
    const page = await this.readModels
      .collection(findingMemberDocuments)
      .find({ where: filtered(of), sort: IN_ORDER, limit, offset });
    const groups = await this.readModels
      .collection(findingGroupDocuments)
      .getMany(page.map(({ document }) => document.groupId));
    return groups.map(({ document }) => document);
  }

  /** @param first of the page */
  private async total(of: ListedGroupsOf, first: FindingGroupDocument | undefined): Promise<number> {
    const { organizationId, filters } = of;
    const count = (where: Where): Promise<number> =>
      filters.tool === undefined
        ? this.readModels.collection(findingGroupDocuments).count(where)
        : this.readModels.collection(findingMemberDocuments).count(where);
    if (!first) return count({ ...filtered(of), organizationId });
    const where = filtered(of);
    const key = JSON.stringify(where);
    const known = this.totals.get(key);
    if (known !== undefined) return known;
    const total = await count(where);
    if (await this.lines.placeOf(first.sessionId)) this.totals.set(key, total);
    return total;
  }
}

const filtered = ({ scanId, filters }: Pick<ListedGroupsOf, 'scanId' | 'filters'>): Where => {
  const { severity, category, tool, group } = filters;
  return {
    ...conditions({ scanId, category, tool, kind: group }),
    ...(severity === undefined ? {} : { severityRank: severityRank(severity as Severity) }),
  };
};

export const conditions = (fields: Record<string, string | undefined>): Where =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));
