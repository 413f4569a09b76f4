import { type ReadModels, READ_MODELS, type Where } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { type FindingGroupDocument, findingGroupDocuments, findingMemberDocuments } from './documents';

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

/** The defects that a scan found, in the order in which they are listed. */
@Injectable()
export class ListedGroups {
  constructor(@Inject(READ_MODELS) private readonly readModels: ReadModels) {}

  page(of: ListedGroupsOf): Promise<GroupsPage> {
    return of.filters.tool === undefined ? this.byDefect(of) : this.byTool(of);
  }

  private async byDefect({ organizationId, scanId, filters, limit, offset }: ListedGroupsOf): Promise<GroupsPage> {
    const collection = this.readModels.collection(findingGroupDocuments);
    const { severity, category, group } = filters;
    const where = conditions({ scanId, organizationId, severity, category, kind: group });
    const [page, total] = await Promise.all([
      collection.find({ where, sort: [...IN_ORDER, ['findingId', 'ascending']], limit, offset }),
      collection.count(where),
    ]);
    return { groups: page.map(({ document }) => document), total };
  }

  /** What one tool found, also where another tool's finding speaks for the defect. */
  private async byTool({ organizationId, scanId, filters, limit, offset }: ListedGroupsOf): Promise<GroupsPage> {
    const collection = this.readModels.collection(findingMemberDocuments);
    const { severity, category, tool, group } = filters;
    const where = conditions({ scanId, organizationId, tool, severity, category, kind: group });
    const [page, total] = await Promise.all([
      collection.find({ where, sort: IN_ORDER, limit, offset }),
      collection.count(where),
    ]);
    const groups = await this.readModels
      .collection(findingGroupDocuments)
      .getMany(page.map(({ document }) => document.groupId));
    return { groups: groups.map(({ document }) => document), total };
  }
}

export const conditions = (fields: Record<string, string | undefined>): Where =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));
