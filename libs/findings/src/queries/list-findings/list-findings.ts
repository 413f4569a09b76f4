import { type ReadModels, type Where, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { findingGroupDocuments, findingMemberDocuments } from '../documents';
import { FindingLines, type Seen, seenFields } from '../finding-lines';
import { type FindingView, fixIn } from '../finding-view';
import { FindingViews } from '../finding-views';

export interface FindingFilters {
  readonly severity?: string;
  readonly category?: string;
  readonly tool?: string;
  readonly group?: string;
}

export class ListFindings extends Query<{ findings: FindingView[]; total: number }> {
  constructor(
    readonly input: {
      organizationId: string;
      scanId: string;
      filters: FindingFilters;
      limit: number;
      offset: number;
      /** With the lines around each place. */
      withSnippets?: boolean;
      /** With what became of each since the scans before, where that is known. */
      withLifecycle?: boolean;
      /** With the fix of each that has one. */
      withFixes?: boolean;
    },
  ) {
    super();
  }
}

const IN_ORDER = [
  ['severityRank', 'ascending'],
  ['file', 'ascending'],
  ['line', 'ascending'],
] as const;

@QueryHandler(ListFindings)
export class ListFindingsHandler implements IQueryHandler<ListFindings> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly views: FindingViews,
    private readonly lines: FindingLines,
  ) {}

  async execute({ input }: ListFindings): Promise<{ findings: FindingView[]; total: number }> {
    const { groups, total } = await (input.filters.tool === undefined ? this.byDefect(input) : this.byTool(input));
    const shown = groups.map((group) => ({
      group,
      member: group.members.find(({ tool }) => tool === input.filters.tool) ?? group.members[0]!,
    }));
    const views = await this.views.of(shown);
    const seen = input.withLifecycle ? await this.lines.seenBy(groups) : new Map<string, Seen>();
    const findings = shown.map(({ group, member }, index): FindingView => {
      const known = seen.get(group.findingId);
      const fix = input.withFixes ? fixIn(group, member) : null;
      return {
        ...views[index]!,
        ...(known && seenFields(known)),
        ...(fix && { fix }),
        ...(input.withSnippets && { snippet: member.snippet }),
      };
    });
    return { findings, total };
  }

  private async byDefect({
    organizationId,
    scanId,
    filters: { severity, category, group },
    limit,
    offset,
  }: ListFindings['input']) {
    const collection = this.readModels.collection(findingGroupDocuments);
    const where = conditions({ scanId, organizationId, severity, category, kind: group });
    const [page, total] = await Promise.all([
      collection.find({ where, sort: [...IN_ORDER, ['findingId', 'ascending']], limit, offset }),
      collection.count(where),
    ]);
    return { groups: page.map(({ document }) => document), total };
  }

  /** What one tool found, also where another tool's finding speaks for the defect. */
  private async byTool({
    organizationId,
    scanId,
    filters: { severity, category, tool, group },
    limit,
    offset,
  }: ListFindings['input']) {
    const collection = this.readModels.collection(findingMemberDocuments);
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
