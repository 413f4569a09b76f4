import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { FindingLines, type Seen, seenFields } from '../finding-lines';
import { type FindingView, fixIn, traceIn } from '../finding-view';
import { FindingViews } from '../finding-views';
import { type FindingFilters, ListedGroups } from '../listed-groups';

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
      /** Adds the state of each relative to earlier scans, if it is known. */
      withLifecycle?: boolean;
      /** With the fix of each that has one. */
      withFixes?: boolean;
      /** With the trace of each that has one. */
      withTraces?: boolean;
    },
  ) {
    super();
  }
}

@QueryHandler(ListFindings)
export class ListFindingsHandler implements IQueryHandler<ListFindings> {
  constructor(
    private readonly listed: ListedGroups,
    private readonly views: FindingViews,
    private readonly lines: FindingLines,
  ) {}

  async execute({ input }: ListFindings): Promise<{ findings: FindingView[]; total: number }> {
    const { groups, total } = await this.listed.page(input);
    const shown = groups.map((group) => ({
      group,
      member: group.members.find(({ tool }) => tool === input.filters.tool) ?? group.members[0]!,
    }));
    const views = await this.views.of(shown);
    const seen = input.withLifecycle ? await this.lines.seenBy(groups) : new Map<string, Seen>();
    const findings = shown.map(({ group, member }, index): FindingView => {
      const known = seen.get(group.findingId);
      const fix = input.withFixes ? fixIn(group, member) : null;
      const trace = input.withTraces ? traceIn(group, member) : null;
      return {
        ...views[index]!,
        ...(known && seenFields(known)),
        ...(fix && { fix }),
        ...(trace && { trace }),
        ...(input.withSnippets && { snippet: member.snippet }),
      };
    });
    return { findings, total };
  }
}
