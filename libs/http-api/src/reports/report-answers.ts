import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { findingGroupDocuments, lineScanDocuments, triageDocuments } from '@assay/findings';
import { refused } from '@assay/kernel';
import {
  GetReport,
  GetScanOwner,
  HTML_REPORT_POLICY,
  type ReportContent,
  ReportPrinter,
  type RulePageOf,
  TOOL_CATALOGUE,
  type ToolCatalogue,
  csvReport,
  htmlReport,
  jsonReport,
  junitReport,
  rulePages,
  sarifReport,
  scanDocuments,
  sessionDocuments,
} from '@assay/scanning';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { version } from '../../../../package.json';
import { Comparisons } from '../findings/comparisons';
import { inChunks } from '../http/in-chunks';
import { ReadYourWrites } from '../http/read-your-writes';
import type { ReportFormat, ReportFormatDto } from './reports.dto';

/** The read models that a report is made from. */
const READ_MODELS = [scanDocuments, sessionDocuments, findingGroupDocuments, triageDocuments, lineScanDocuments];

const CONTENT_TYPE: Readonly<Record<ReportFormat, string>> = {
  json: 'application/json; charset=utf-8',
  sarif: 'application/sarif+json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  pdf: 'application/pdf',
  junit: 'application/xml; charset=utf-8',
};

/** Sends reports as they are written. One that breaks off ends its connection: what has arrived whole is whole. */
@Injectable()
export class ReportAnswers {
  private readonly rulePage: RulePageOf;

  constructor(
    private readonly readYourWrites: ReadYourWrites,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    private readonly printer: ReportPrinter,
    private readonly queries: QueryBus,
    private readonly comparisons: Comparisons,
  ) {
    this.rulePage = rulePages(catalogue);
  }

  /** @param envelope members of the JSON beside `data` */
  async send(
    reply: FastifyReply,
    asked: ReportFormatDto,
    of: GetReport['input'],
    envelope: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const { format } = asked;
    refusePartOfOthers(asked);
    // One read model may say that the scan is completed while another still lacks its last findings.
    await this.readYourWrites.reached(await this.events.head(), READ_MODELS);
    const content = await this.found(of, format === 'sarif');
    if (format === 'pdf') {
      const pdf = await this.printer.print(content, { rulePage: this.rulePage, signal: goneAway(reply) });
      await reply.header('content-type', CONTENT_TYPE.pdf).send(pdf);
      return;
    }
    reply.header('content-type', CONTENT_TYPE[format]);
    // Somebody else's code is quoted in it: opened from here it must not become a page of this origin. Its script, the
    // filters, runs in an origin of its own.
    if (format === 'html')
      reply.header('content-security-policy', `${HTML_REPORT_POLICY}; frame-ancestors 'none'; sandbox allow-scripts`);
    await reply.send(Readable.from(inChunks(this.written(format, asked, content, envelope))));
  }

  /** Only SARIF says what is new: the others are written without waiting for the comparison. */
  private async found(of: GetReport['input'], withLifecycle: boolean): Promise<ReportContent> {
    const content = await this.queries.execute(new GetReport({ ...of, withLifecycle }));
    const { organizationId } = of;
    const { scanId } = content.head;
    if (withLifecycle)
      await this.comparisons.awaited(await this.queries.execute(new GetScanOwner({ organizationId, scanId })));
    return content;
  }

  private written(
    format: Exclude<ReportFormat, 'pdf'>,
    { maxResults, part }: ReportFormatDto,
    content: ReportContent,
    envelope: Readonly<Record<string, unknown>>,
  ): AsyncGenerator<string> {
    switch (format) {
      case 'json':
        return jsonReport(content, envelope);
      case 'sarif':
        return sarifReport(content, {
          version,
          definition: (tool) => this.catalogue.tool(tool),
          rulePage: this.rulePage,
          ...(maxResults !== undefined && { maxResults }),
          ...(part !== undefined && { part }),
          further: (next) => `Ask for this report again with part=${next}`,
        });
      case 'html':
        return htmlReport(content, { rulePage: this.rulePage });
      case 'csv':
        return csvReport(content);
      case 'junit':
        return junitReport(content);
    }
  }
}

/** Aborts when the caller has gone: nobody would read what is printed. */
function goneAway({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Other formats have one part: who asks for the second would take the whole report for it. */
function refusePartOfOthers({ format, part = 1 }: ReportFormatDto): void {
  if (format !== 'sarif' && part > 1)
    refused('REPORT_NOT_FOUND', `A report as ${format} has one part: SARIF alone has several`);
}
