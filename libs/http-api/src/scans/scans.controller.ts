import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { findingGroupDocuments, findingMemberDocuments, triageDocuments } from '@assay/findings';
import { type Authenticated } from '@assay/identity';
import { deterministicId } from '@assay/kernel';
import {
  CancelScan,
  CompareScans,
  GetScan,
  ListScans,
  StartSession,
  scanDocuments,
  sessionDocuments,
  scanTarget,
} from '@assay/scanning';
import { Body, Controller, Delete, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { creditBalanceDocuments } from '@assay/billing';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { GetVerdict } from '@assay/verdicts';
import type { FastifyReply } from 'fastify';
import { Requires } from '../http/api-key.guard';
import { offsetOf } from '../http/paging.dto';
import { ReadYourWrites } from '../http/read-your-writes';
import { Caller, RequestId, RequestSeed } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { ReportAnswers } from '../reports/report-answers';
import { ReportFormatDto } from '../reports/reports.dto';
import { AnswersReport, ScanReport } from '../reports/reports.responses';
import { CompareScansDto, ListScansDto, StartScanDto } from './scans.dto';
import { ScanComparison } from './comparison.responses';
import { ScanAnswer, ScanList } from './scans.responses';
import { scanVerdictOf } from './verdict.responses';

const COMPARED_READ_MODELS = [scanDocuments, findingGroupDocuments, findingMemberDocuments, triageDocuments];

@ApiTags('scans')
@Controller('api/v1/scans')
export class ScansController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
    private readonly reports: ReportAnswers,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  @ApiOperation({
    summary: 'Start a scan',
    description:
      'It is running, or pending when as many of the organization run as its tier allows; then it starts by itself.',
  })
  @Answers(201, ScanAnswer, 'It has been paid for.')
  @Refuses(
    'INSUFFICIENT_CREDITS',
    'TARGET_NOT_ALLOWED',
    'PROJECT_NOT_FOUND',
    'UPLOAD_NOT_FOUND',
    'QUOTE_NOT_FOUND',
    'QUOTE_NOT_APPLICABLE',
    'SESSION_LIMIT_REACHED',
  )
  @Post()
  @Requires('scans:write')
  async start(
    @Caller() { organizationId, keyId }: Authenticated,
    @Body() body: StartScanDto,
    @RequestSeed() seed: string | undefined,
    @RequestId() requestId: string,
  ): Promise<ScanAnswer> {
    const { sourceType, applicationId, include, history, profile, quoteId, ...fields } = body;
    const { scanId, position } = await this.commands.execute(
      new StartSession({
        organizationId,
        startedBy: keyId,
        projectId: applicationId,
        target: scanTarget(sourceType, fields as Readonly<Record<string, string | undefined>>),
        ...(include && { include }),
        ...(history !== undefined && { history }),
        // Nothing that a scan answers with would show what it bought.
        enableIntelligence: false,
        ...(profile !== undefined && { decisions: { profile } }),
        ...(quoteId !== undefined && { quoteId }),
        correlationId: requestId,
        ...(seed !== undefined && { sessionId: deterministicId('ses', seed) }),
      }),
    );
    await this.readYourWrites.reached(position, [scanDocuments, sessionDocuments, creditBalanceDocuments]);
    return this.answer(organizationId, scanId);
  }

  @ApiOperation({ summary: 'List scans', description: 'Newest first; those that sessions started, too.' })
  @Answers(200, ScanList, 'A page of them.')
  @Get()
  @Requires('scans:read')
  async list(@Caller() { organizationId }: Authenticated, @Query() query: ListScansDto): Promise<ScanList> {
    const { applicationId, status, limit } = query;
    const offset = offsetOf(query);
    const filters = {
      organizationId,
      ...(applicationId !== undefined && { projectId: applicationId }),
      ...(status !== undefined && { status }),
    };
    const { scans, total } = await this.queries.execute(new ListScans({ filters, limit, offset }));
    return { data: scans, pagination: { total, limit, offset } };
  }

  @ApiOperation({ summary: 'One scan', description: 'Its status, and once it is over its summary.' })
  @Answers(200, ScanAnswer, 'The scan.')
  @Refuses('SCAN_NOT_FOUND')
  @Get(':scanId')
  @Requires('scans:read')
  async get(@Caller() { organizationId }: Authenticated, @Param('scanId') scanId: string): Promise<ScanAnswer> {
    const { scan } = await this.answer(organizationId, scanId);
    const verdict = await this.queries.execute(new GetVerdict({ organizationId, scanId }));
    return { scan: verdict ? { ...scan, verdict: scanVerdictOf(verdict) } : scan };
  }

  @ApiOperation({
    summary: 'Cancel a scan',
    description: 'Also one that is pending. Tools that have not finished are refunded; what was found stays.',
  })
  @Answers(200, ScanAnswer, 'It is canceled.')
  @Refuses('SCAN_NOT_FOUND', 'SCAN_NOT_CANCELABLE')
  @Delete(':scanId')
  @Requires('scans:write')
  async cancel(
    @Caller() { organizationId, keyId }: Authenticated,
    @Param('scanId') scanId: string,
  ): Promise<ScanAnswer> {
    const { position } = await this.commands.execute(new CancelScan({ organizationId, scanId, by: keyId }));
    await this.readYourWrites.reached(position, [scanDocuments, sessionDocuments]);
    return this.answer(organizationId, scanId);
  }

  @ApiOperation({
    summary: "A scan's report",
    description:
      'With all findings: as JSON, SARIF 2.1.0, one page of HTML, CSV or JUnit XML. Of a canceled scan it has what ' +
      'was found until then.',
  })
  @AnswersReport(ScanReport)
  @Refuses('SCAN_NOT_FOUND', 'SCAN_NOT_COMPLETED', 'REPORT_NOT_FOUND')
  @Get(':scanId/report')
  @Requires('scans:read', 'reports:read')
  async report(
    @Caller() { organizationId }: Authenticated,
    @Res() reply: FastifyReply,
    @Param('scanId') scanId: string,
    @Query() asked: ReportFormatDto,
  ) {
    await this.reports.send(reply, asked, { organizationId, scanId });
  }

  @ApiOperation({
    summary: 'Compare two scans',
    description:
      'What changed from the first scan to the second one: any two of the organization that are completed or ' +
      'canceled. Findings are matched as from one scan of a project to the next, so one that moved is unchanged.',
  })
  @Answers(200, ScanComparison, 'A page of the findings of both, and how many there are.')
  @Refuses('SCAN_NOT_FOUND', 'SCAN_NOT_COMPLETED')
  @Get(':scanId/compare/:otherId')
  @Requires('findings:read')
  async compare(
    @Caller() { organizationId }: Authenticated,
    @Param('scanId') scanId: string,
    @Param('otherId') otherScanId: string,
    @Query() query: CompareScansDto,
  ): Promise<ScanComparison> {
    const { state, severity, limit } = query;
    const offset = offsetOf(query);
    // One read model may say that a scan is completed while another still lacks its last findings.
    await this.readYourWrites.reached(await this.events.head(), COMPARED_READ_MODELS);
    const { total, ...compared } = await this.queries.execute(
      new CompareScans({
        organizationId,
        scanId,
        otherScanId,
        ...(state && { state }),
        ...(severity && { severity }),
        limit,
        offset,
      }),
    );
    return { ...compared, pagination: { total, limit, offset } };
  }

  private async answer(organizationId: string, scanId: string): Promise<ScanAnswer> {
    return { scan: await this.queries.execute(new GetScan({ organizationId, scanId })) };
  }
}
