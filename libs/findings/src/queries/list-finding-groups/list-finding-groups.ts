import { type FindingCategory, SEVERITIES, type Severity } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { severityRank } from '../../domain/merging';
import { findingGroupDocuments, findingMemberDocuments } from '../documents';
import { type FindingFilters, conditions, thatCount } from '../listed-groups';
import { ListFindings } from '../list-findings/list-findings';

/** The findings of one rule or, where an engine names it, of one cause, as `GET /api/v1/findings/groups` lists them. */
export interface FindingGroupView {
  readonly group: string;
  readonly tool: string;
  readonly rule: string;
  /** Missing if the group has all findings of its rule. */
  readonly cause?: string;
  /** The title at the first place. */
  readonly title: string;
  readonly category: FindingCategory;
  /** The severity of the most severe finding. */
  readonly severity: Severity;
  readonly count: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly suggestion: string;
  readonly cwe: string | null;
  /** The first ones, in the order of the list of findings. */
  readonly places: readonly {
    readonly id: string;
    readonly file: string | null;
    readonly line: number | null;
    readonly severity: Severity;
    readonly title: string;
  }[];
}

export class ListFindingGroups extends Query<{ groups: FindingGroupView[]; total: number }> {
  constructor(
    readonly input: {
      organizationId: string;
      scanId: string;
      filters: Omit<FindingFilters, 'group'>;
      limit: number;
      offset: number;
    },
  ) {
    super();
  }
}

const PLACES = 5;

interface Counted {
  readonly group: string;
  readonly count: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
}

/**
 * Groups are counted, not read: there are as many as rules and causes, and their findings may be 600,000. For groups on
 * the page, the first places are read.
 */
@QueryHandler(ListFindingGroups)
export class ListFindingGroupsHandler implements IQueryHandler<ListFindingGroups> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input }: ListFindingGroups): Promise<{ groups: FindingGroupView[]; total: number }> {
    const counted = await this.counted(input);
    const page = counted.slice(input.offset, input.offset + input.limit);
    const groups: FindingGroupView[] = [];
    for (const each of page) groups.push(...(await this.view(each, input)));
    return { groups, total: counted.length };
  }

  private async counted({ organizationId, scanId, filters }: ListFindingGroups['input']): Promise<Counted[]> {
    const { tool, severity, category } = filters;
    const collection =
      tool === undefined
        ? this.readModels.collection(findingGroupDocuments)
        : this.readModels.collection(findingMemberDocuments);
    const groups = new Map<string, Record<Severity, number>>();
    for (const each of SEVERITIES) {
      if (severity !== undefined && severity !== each) continue;
      const where = {
        ...conditions({ scanId, organizationId, tool, category, severity: each }),
        ...thatCount(filters),
      };
      for (const [group, count] of await collection.countBy('kind', where)) {
        const counts = groups.get(String(group)) ?? { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
        groups.set(String(group), { ...counts, [each]: count });
      }
    }
    return [...groups]
      .map(([group, bySeverity]) => ({ group, bySeverity, count: sum(Object.values(bySeverity)) }))
      .sort(byPrecedence);
  }

  /** Empty if the findings were deleted while they were counted. */
  private async view(
    { group, count, bySeverity }: Counted,
    { organizationId, scanId, filters }: ListFindingGroups['input'],
  ): Promise<FindingGroupView[]> {
    const { findings } = await this.queries.execute(
      new ListFindings({ organizationId, scanId, filters: { ...filters, group }, limit: PLACES, offset: 0 }),
    );
    const [first] = findings;
    if (!first) return [];
    const { tool, rule, cause, title, category, severity, suggestion, cwe } = first;
    const places = findings.map((finding) => ({
      id: finding.id,
      file: finding.file,
      line: finding.line,
      severity: finding.severity,
      title: finding.title,
    }));
    const common = { ...(cause !== undefined && { cause }), title, category, severity };
    return [{ group, tool, rule, ...common, count, bySeverity, suggestion, cwe, places }];
  }
}

const worst = ({ bySeverity }: Counted): number => severityRank(SEVERITIES.find((each) => bySeverity[each] > 0)!);

/** The most severe first, then the largest, then by id, so that paging is stable. */
const byPrecedence = (a: Counted, b: Counted): number =>
  worst(a) - worst(b) || b.count - a.count || (a.group < b.group ? -1 : 1);

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
