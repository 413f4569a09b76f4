import type { Authenticated } from '@assay/identity';
import { ListReports } from '@assay/scanning';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Requires } from '../http/api-key.guard';
import { offsetOf } from '../http/paging.dto';
import { Caller } from '../http/request-context';
import { Answers, Refuses } from '../openapi/decorators';
import { ReportAnswers } from './report-answers';
import { ListReportsDto, ReportFormatDto } from './reports.dto';
import { AnswersReport, ReportAnswer, ReportList } from './reports.responses';

@ApiTags('reports')
@Controller('api/v1/reports')
export class ReportsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly reports: ReportAnswers,
  ) {}

  @ApiOperation({ summary: 'List reports', description: 'Those of the newest scans first, without their findings.' })
  @Answers(200, ReportList, 'A page of them.')
  @Get()
  @Requires('reports:read')
  async list(@Caller() { organizationId }: Authenticated, @Query() query: ListReportsDto): Promise<ReportList> {
    const offset = offsetOf(query);
    const { reports, total } = await this.queries.execute(
      new ListReports({
        organizationId,
        ...(query.applicationId !== undefined && { projectId: query.applicationId }),
        status: query.status,
        limit: query.limit,
        offset,
      }),
    );
    return { success: true, data: reports, pagination: { total, limit: query.limit, offset } };
  }

  @ApiOperation({ summary: 'One report', description: 'With all findings.' })
  @AnswersReport(ReportAnswer)
  @Refuses('REPORT_NOT_FOUND')
  @Get(':reportId')
  @Requires('reports:read')
  async get(
    @Caller() { organizationId }: Authenticated,
    @Res() reply: FastifyReply,
    @Param('reportId') reportId: string,
    @Query() asked: ReportFormatDto,
  ) {
    await this.reports.send(
      reply,
      asked,
      { organizationId, reportId },
      {
        success: true,
      },
    );
  }
}
