import { GetIssueHelp } from '@assay/ai-reports';
import type { Authenticated } from '@assay/identity';
import {
  ChangeFindingStatus,
  type FindingDetail,
  GetFinding,
  GetFindingHistory,
  ListDecisions,
  ListFindingGroups,
  ListFindings,
  ListProjectFindings,
  ListStatusChanges,
  MAX_TRIAGED,
  TriageFindings,
  type Triaged,
  triageDocuments,
} from '@assay/findings';
import { refused } from '@assay/kernel';
import { GetProject } from '@assay/projects';
import { GetScanLine, GetScanOwner } from '@assay/scanning';
import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { PagingDto, offsetOf } from '../http/paging.dto';
import { Answers, Refuses } from '../openapi/decorators';
import { ReadYourWrites } from '../http/read-your-writes';
import { Caller } from '../http/request-context';
import { Comparisons } from './comparisons';
import {
  ChangeFindingDto,
  ListDecisionsDto,
  ListFindingGroupsDto,
  ListFindingsDto,
  TriageFilterDto,
  TriageFindingsDto,
} from './findings.dto';
import { DecisionList, TriageAnswer } from './decisions.responses';
import { FindingAnswer, FindingHistory, StatusChangeList } from './finding-detail.responses';
import { FindingGroupList, FindingList } from './findings.responses';

@ApiTags('findings')
@Controller('api/v1/findings')
export class FindingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
    private readonly comparisons: Comparisons,
  ) {}

  @ApiOperation({
    summary: 'List the findings of a scan or a project',
    description:
      'By severity, file, line and fingerprint. Findings of several tools that are one defect are listed once. Give ' +
      'exactly one of `scanId` and `projectId`. What the target suppresses is listed with `suppressed` alone.',
  })
  @Answers(200, FindingList, 'A page of them.')
  @Refuses('SCAN_NOT_FOUND', 'PROJECT_NOT_FOUND')
  @Get()
  @Requires('findings:read')
  async list(@Caller() { organizationId }: Authenticated, @Query() query: ListFindingsDto): Promise<FindingList> {
    const { limit, group, state, branch } = query;
    const offset = offsetOf(query);
    const paged = { organizationId, filters: { ...filtersOf(query), ...(group && { group }) }, limit, offset };
    const { scanId, projectId } = scanOrProject(query);
    if (scanId !== undefined)
      await this.comparisons.awaited(await this.queries.execute(new GetScanOwner({ organizationId, scanId })));
    else {
      await this.queries.execute(new GetProject({ organizationId, projectId }));
      await this.comparisons.reached({ organizationId, projectId, ...(branch && { branch }) });
    }
    const { findings, total } = await this.queries.execute(
      scanId !== undefined
        ? new ListFindings({ ...paged, scanId, withLifecycle: true })
        : new ListProjectFindings({ ...paged, projectId, ...(state && { state }), ...(branch && { branch }) }),
    );
    return { findings, pagination: { total, limit, offset } };
  }

  @ApiOperation({
    summary: 'List the findings of a scan by group',
    description:
      'One row for the findings of one rule, with their counts and first places, the most severe first. ' +
      'The list of findings takes the id of a group as its filter `group`.',
  })
  @Answers(200, FindingGroupList, 'A page of them.')
  @Refuses('SCAN_NOT_FOUND')
  @Get('groups')
  @Requires('findings:read')
  async groups(
    @Caller() { organizationId }: Authenticated,
    @Query() query: ListFindingGroupsDto,
  ): Promise<FindingGroupList> {
    const { scanId, limit } = query;
    await this.queries.execute(new GetScanOwner({ organizationId, scanId }));
    const offset = offsetOf(query);
    const { groups, total } = await this.queries.execute(
      new ListFindingGroups({ organizationId, scanId, filters: filtersOf(query), limit, offset }),
    );
    return { groups, pagination: { total, limit, offset } };
  }

  @ApiOperation({
    summary: 'List the decisions about findings of a project',
    description:
      'Those that hold: accepted, false positive or resolved. `unused=true` lists those whose findings are gone, ' +
      'which nobody needs any more.',
  })
  @Answers(200, DecisionList, 'A page of them.')
  @Refuses('PROJECT_NOT_FOUND')
  @Get('decisions')
  @Requires('findings:read')
  async decisions(
    @Caller() { organizationId }: Authenticated,
    @Query() query: ListDecisionsDto,
  ): Promise<DecisionList> {
    const { projectId, branch, unused, limit } = query;
    const offset = offsetOf(query);
    await this.queries.execute(new GetProject({ organizationId, projectId }));
    const of = { organizationId, projectId, ...(branch && { branch }) };
    await this.comparisons.reached(of);
    const { decisions, total } = await this.queries.execute(
      new ListDecisions({ ...of, ...(unused !== undefined && { unused }), limit, offset }),
    );
    return { decisions, pagination: { total, limit, offset } };
  }

  @ApiOperation({
    summary: 'Change the status of many findings',
    description:
      `Of those that are named, or of those of a scan that a filter lets through, at most ${MAX_TRIAGED}. Each ` +
      'decision is recorded of its own. Where one is not found, or too many are, none is changed.',
  })
  @Answers(200, TriageAnswer, 'They are changed.')
  @Refuses('FINDING_NOT_FOUND', 'SCAN_NOT_FOUND')
  @Post('triage')
  @HttpCode(200)
  @Requires('findings:write')
  async triage(
    @Caller() { organizationId, keyId }: Authenticated,
    @Body() { ids, filter, ...body }: TriageFindingsDto,
  ): Promise<TriageAnswer> {
    const findings = await this.triaged(organizationId, ids, filter);
    const { position, ...answer } = await this.commands.execute(
      new TriageFindings({ organizationId, findings, ...decisionOf(body), by: keyId }),
    );
    await this.readYourWrites.reached(position, [triageDocuments]);
    return answer;
  }

  private async triaged(
    organizationId: string,
    ids: readonly string[] | undefined,
    filter: TriageFilterDto | undefined,
  ): Promise<Triaged> {
    if (ids !== undefined && filter === undefined) return { ids };
    if (ids !== undefined || filter === undefined) return invalid('ids', 'or filter must be given, and not both');
    const { scanId, group } = filter;
    await this.queries.execute(new GetScanOwner({ organizationId, scanId }));
    return { scanId, filters: { ...filtersOf(filter), ...(group && { group }) } };
  }

  @ApiOperation({
    summary: 'One finding',
    description:
      'With its explanation, remediation, snippet and history, and the findings of other tools that are the same ' +
      'defect. What was bought of a language model stands in place of what rules say.',
  })
  @Answers(200, FindingAnswer, 'The finding.')
  @Refuses('FINDING_NOT_FOUND')
  @Get(':findingId')
  @Requires('findings:read')
  async get(
    @Caller() { organizationId }: Authenticated,
    @Param('findingId') findingId: string,
  ): Promise<FindingAnswer> {
    const find = () => this.queries.execute(new GetFinding({ organizationId, findingId }));
    let finding = await find();
    if (finding.lifecycle === undefined) {
      const { scanId } = finding;
      await this.comparisons.awaited(await this.queries.execute(new GetScanOwner({ organizationId, scanId })));
      finding = await find();
    }
    return { finding: await this.withHelp(organizationId, finding) };
  }

  /** Help that was bought for a finding is shown wherever the finding is. */
  private async withHelp(organizationId: string, finding: FindingDetail): Promise<FindingAnswer['finding']> {
    const help = await this.queries.execute(new GetIssueHelp({ organizationId, findingId: finding.id }));
    const { issue_explanations: explained, fix_suggestions: fix } = help;
    return {
      ...finding,
      ...(explained && { explanation: { text: explained.join(' '), source: 'model' } }),
      remediation: fix ?? finding.remediation,
      remediationSource: fix ? 'model' : 'rules',
    };
  }

  @ApiOperation({
    summary: "List the changes of a finding's status",
    description: 'Who judged it, when and why: all changes, the oldest first.',
  })
  @Answers(200, StatusChangeList, 'A page of them.')
  @Refuses('FINDING_NOT_FOUND')
  @Get(':findingId/status-changes')
  @Requires('findings:read')
  async statusChanges(
    @Caller() { organizationId }: Authenticated,
    @Param('findingId') findingId: string,
    @Query() query: PagingDto,
  ): Promise<StatusChangeList> {
    const { limit } = query;
    const offset = offsetOf(query);
    const { changes, total } = await this.queries.execute(
      new ListStatusChanges({ organizationId, findingId, limit, offset }),
    );
    return { changes, pagination: { total, limit, offset } };
  }

  @ApiOperation({
    summary: "Tell a finding's history",
    description:
      'What scans and people said of it, in words, from first sight to now: when it was new, seen otherwise, gone, ' +
      'not observed or back again, and what was decided. A finding that no comparison has come to has decisions only.',
  })
  @Answers(200, FindingHistory, 'A page of it, the oldest first.')
  @Refuses('FINDING_NOT_FOUND')
  @Get(':findingId/history')
  @Requires('findings:read')
  async history(
    @Caller() { organizationId }: Authenticated,
    @Param('findingId') findingId: string,
    @Query() query: PagingDto,
  ): Promise<FindingHistory> {
    const { limit } = query;
    const offset = offsetOf(query);
    const { scanId } = await this.queries.execute(new GetFinding({ organizationId, findingId }));
    const line = await this.queries.execute(new GetScanLine({ organizationId, scanId }));
    const { entries, total } = await this.queries.execute(
      new GetFindingHistory({ organizationId, findingId, ...line, limit, offset }),
    );
    return { entries, pagination: { total, limit, offset } };
  }

  @ApiOperation({
    summary: "Change a finding's status",
    description:
      'The status follows the finding to later scans of the same project. A decision that ends (`expiresAt`) leaves ' +
      'the finding open at its time.',
  })
  @Answers(200, FindingAnswer, 'The finding as it is now.')
  @Refuses('FINDING_NOT_FOUND')
  @Patch(':findingId')
  @Requires('findings:write')
  async change(
    @Caller() { organizationId, keyId }: Authenticated,
    @Param('findingId') findingId: string,
    @Body() body: ChangeFindingDto,
  ): Promise<FindingAnswer> {
    const { position } = await this.commands.execute(
      new ChangeFindingStatus({ organizationId, findingId, ...decisionOf(body), by: keyId }),
    );
    await this.readYourWrites.reached(position, [triageDocuments]);
    const finding = await this.queries.execute(new GetFinding({ organizationId, findingId }));
    return { finding: await this.withHelp(organizationId, finding) };
  }
}

type Listed = { readonly scanId: string; readonly projectId?: undefined } | { scanId?: undefined; projectId: string };

/** Which list is asked for. A field of the other one would be passed over in silence. */
function scanOrProject({ scanId, projectId, state, branch }: ListFindingsDto): Listed {
  const unwanted = { ...(scanId !== undefined && { projectId, state, branch }) };
  const [field] = Object.entries(unwanted).find(([, value]) => value !== undefined) ?? [];
  if (field !== undefined) return invalid(field, 'goes without scanId');
  if (scanId !== undefined) return { scanId };
  return projectId === undefined ? invalid('scanId', 'or projectId must be given') : { projectId };
}

const invalid = (field: string, message: string): never =>
  refused('VALIDATION_ERROR', `${field} ${message}`, [{ field, message }]);

const decisionOf = ({ status, note, expiresAt }: ChangeFindingDto) => ({
  status,
  note: note ?? null,
  expiresAt: expiresAt == null ? null : new Date(expiresAt).toISOString(),
});

const filtersOf = ({
  severity,
  category,
  tool,
  suppressed = false,
}: Pick<ListFindingGroupsDto, 'severity' | 'category' | 'tool'> & { readonly suppressed?: boolean }) => ({
  ...(suppressed && { suppressed }),
  ...(severity && { severity }),
  ...(category && { category }),
  ...(tool && { tool }),
});
