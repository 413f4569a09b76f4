import { RefusedError, refused } from '@assay/kernel';
import { SHARED_REPORTS_PATH, SharedReports } from '@assay/scanning';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/api-key.guard';
import { Refuses } from '../openapi/decorators';
import { ReportAnswers } from './report-answers';

const NOT_FOUND = [
  'REPORT_NOT_FOUND',
  'No report has this address, or its time is over: ask for a newer link',
] as const;

/** Reports that somebody without an API key may read: anybody who has the address was given it by somebody who may. */
@ApiTags('reports')
@Public()
@Controller(SHARED_REPORTS_PATH.slice(1))
export class SharedReportsController {
  constructor(
    private readonly shared: SharedReports,
    private readonly reports: ReportAnswers,
  ) {}

  @ApiOperation({
    summary: "A scan's report, by its link",
    description:
      'The page of HTML that statuses, comments and messages link to. No API key is needed: the address is signed, ' +
      'opens the report of one scan and nothing else, and ends 90 days after it was made, or with the scan.',
  })
  @ApiParam({ name: 'token', type: String, description: 'The end of the address.' })
  @ApiResponse({
    status: 200,
    description: 'The whole report.',
    content: { 'text/html': { schema: { type: 'string' } } },
  })
  @Refuses('REPORT_NOT_FOUND', 'SCAN_NOT_COMPLETED')
  @Get(':token')
  async get(@Res() reply: FastifyReply, @Param('token') token: string): Promise<void> {
    const scan = await this.shared.opened(token);
    if (!scan) return refused(...NOT_FOUND);
    reply.header('x-robots-tag', 'noindex, nofollow');
    try {
      await this.reports.send(reply, { format: 'html' }, scan);
    } catch (error) {
      // Deleted since the link was made: anybody who has it learns no more than anybody else.
      if (error instanceof RefusedError && error.refusal.code === 'SCAN_NOT_FOUND') return refused(...NOT_FOUND);
      throw error;
    }
  }
}
