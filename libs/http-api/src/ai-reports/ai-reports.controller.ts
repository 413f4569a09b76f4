import {
  ExplainIssues,
  GenerateAiReport,
  GetAiReport,
  aiReportsDocuments,
  issueHelpDocuments,
} from '@assay/ai-reports';
import { creditBalanceDocuments } from '@assay/billing';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { findingGroupDocuments, triageDocuments } from '@assay/findings';
import type { Authenticated } from '@assay/identity';
import { deterministicId } from '@assay/kernel';
import { scanDocuments, sessionDocuments } from '@assay/scanning';
import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../http/api-key.guard';
import { ReadYourWrites } from '../http/read-your-writes';
import { Caller, RequestSeed } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { ExplainIssuesDto, GenerateAiReportDto, GetAiReportDto } from './ai-reports.dto';
import { AiReportAnswer, IssuesExplainedAnswer } from './ai-reports.responses';

/** The read models that a report is made from. */
const SOURCES = [scanDocuments, sessionDocuments, findingGroupDocuments, triageDocuments];

@ApiTags('reports')
@Controller('api/v1/reports/ai')
export class AiReportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readYourWrites: ReadYourWrites,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  @ApiOperation({ summary: 'The AI report of a scan', description: 'The newest that has all of the format.' })
  @Answers(200, AiReportAnswer, 'The report.')
  @Refuses('AI_REPORT_NOT_FOUND', 'TIER_REQUIRED')
  @Get()
  @Requires('reports:read')
  get(
    @Caller() { organizationId }: Authenticated,
    @Query() { scan_id: scanId, format }: GetAiReportDto,
  ): Promise<AiReportAnswer> {
    return this.queries.execute(new GetAiReport({ organizationId, scanId, format }));
  }

  @ApiOperation({
    summary: 'Generate an AI report',
    description:
      'Of a completed scan. Costs the features that the scan has not been charged for: summary for every format, ' +
      'priority_scoring for summary and full. Nothing is charged, and nothing generated again, while nothing changes.',
  })
  @Answers(201, AiReportAnswer, 'The report.')
  @Refuses('SCAN_NOT_FOUND', 'SCAN_NOT_COMPLETED', 'TIER_REQUIRED', 'INSUFFICIENT_CREDITS')
  @Post()
  @Requires('reports:write')
  async generate(
    @Caller() { organizationId, keyId }: Authenticated,
    @Body() { scanId, format }: GenerateAiReportDto,
    @RequestSeed() seed: string | undefined,
  ): Promise<AiReportAnswer> {
    // One read model may say that the scan is completed while another still lacks its last findings.
    await this.readYourWrites.reached(await this.events.head(), SOURCES);
    const { report, position } = await this.commands.execute(
      new GenerateAiReport({
        organizationId,
        scanId,
        format,
        requestedBy: keyId,
        ...(seed !== undefined && { reportId: deterministicId('air', seed) }),
      }),
    );
    await this.readYourWrites.awaited(position, [aiReportsDocuments, creditBalanceDocuments]);
    return report;
  }

  @ApiOperation({
    summary: 'Explain findings, or say how to mend them',
    description:
      'Of a completed scan. Each finding that a language model writes about costs the price of the feature, once as ' +
      'long as nothing changes that it rests on. What the model does not deliver comes back, and rules fill it.',
  })
  @Answers(201, IssuesExplainedAnswer, 'What was written about each.')
  @Refuses('SCAN_NOT_FOUND', 'SCAN_NOT_COMPLETED', 'FINDING_NOT_FOUND', 'TIER_REQUIRED', 'INSUFFICIENT_CREDITS')
  @Post('issues')
  @Requires('reports:write')
  async explain(
    @Caller() { organizationId, keyId }: Authenticated,
    @Body() { scanId, feature, findingIds }: ExplainIssuesDto,
    @RequestSeed() seed: string | undefined,
  ): Promise<IssuesExplainedAnswer> {
    await this.readYourWrites.reached(await this.events.head(), SOURCES);
    const { issues, reportId, position } = await this.commands.execute(
      new ExplainIssues({
        organizationId,
        scanId,
        feature,
        findingIds,
        requestedBy: keyId,
        ...(seed !== undefined && { reportId: deterministicId('air', seed) }),
      }),
    );
    await this.readYourWrites.awaited(position, [issueHelpDocuments, creditBalanceDocuments]);
    return { issues, ...(reportId !== undefined && { aiReportId: reportId }) };
  }
}
