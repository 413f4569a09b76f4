import { type FindingView, HasScanBefore, ListFindings } from '@assay/findings';
import { inSlices, refused } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type ReportContent, extentOf, reportHead, targetOf, toolsOf } from '../../reports/report';
import { findScan } from '../find-scan';
import { hasReport, scanIdOf } from '../scan-document';
import { sessionDocuments } from '../session-document';
import { suppressionsOf } from '../session-suppressions';

/**
 * Gets the report of a scan, or one by its own id. A canceled scan's report has the findings until then. Refused:
 * SCAN_NOT_FOUND or REPORT_NOT_FOUND, SCAN_NOT_COMPLETED.
 */
export class GetReport extends Query<ReportContent> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      /** Includes the status of each finding relative to earlier scans. */
      readonly withLifecycle?: boolean;
    } & ({ readonly scanId: string } | { readonly reportId: string }),
  ) {
    super();
  }
}

/** The number of findings in a page: no more are held at once. */
const PAGE = 1_000;

@QueryHandler(GetReport)
export class GetReportHandler implements IQueryHandler<GetReport> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input }: GetReport): Promise<ReportContent> {
    const { organizationId, withLifecycle = false } = input;
    const scan =
      'scanId' in input
        ? await findScan(this.readModels, input)
        : await findScan(this.readModels, { organizationId, scanId: scanIdOf(input.reportId) }, [
            'REPORT_NOT_FOUND',
            'Report not found',
          ]);
    if (!hasReport(scan)) {
      if ('reportId' in input) return refused('REPORT_NOT_FOUND', 'Report not found');
      return refused(
        'SCAN_NOT_COMPLETED',
        scan.status === 'canceled'
          ? 'The scan is being canceled: its report is there as soon as it has ended'
          : `The scan is ${scan.status}: only one that is completed or canceled has a report`,
      );
    }
    const session = await this.readModels.collection(sessionDocuments).get(scan.sessionId);
    if (!session) return refused('SCAN_NOT_FOUND', 'Scan not found');
    const tools = toolsOf(session.document);
    const suppressions = suppressionsOf(session.document);
    return {
      head: reportHead(scan, tools),
      target: targetOf(session.document),
      extent: extentOf(session.document),
      roles: session.document.roles,
      ...(session.document.unseen !== undefined && { unseen: session.document.unseen }),
      tools,
      findings: this.findings({ organizationId, scanId: scan.scanId, withLifecycle, filters: {} }),
      ...(suppressions && { suppressions }),
      ...(suppressions?.suppressed && {
        suppressed: this.findings({
          organizationId,
          scanId: scan.scanId,
          withLifecycle,
          filters: { suppressed: true },
        }),
      }),
      ...(withLifecycle && (await this.queries.execute(new HasScanBefore(scan))) && { baselineState }),
    };
  }

  /** All findings, in the order of the list of findings, a page at a time. */
  private async *findings(
    of: Pick<ListFindings['input'], 'organizationId' | 'scanId' | 'withLifecycle' | 'filters'>,
  ): AsyncGenerator<FindingView> {
    for (let offset = 0; ; offset += PAGE) {
      const { findings } = await this.queries.execute(
        new ListFindings({
          ...of,
          limit: PAGE,
          offset,
          withSnippets: true,
          withFixes: true,
          withTraces: true,
        }),
      );
      yield* inSlices(findings); // writing a page at once would block the event loop
      if (findings.length < PAGE) return;
    }
  }
}

/** A finding that had been gone did not exist in the baseline. */
const baselineState = ({ lifecycle }: FindingView): 'new' | 'unchanged' | undefined => {
  if (lifecycle === undefined) return undefined;
  return lifecycle === 'unchanged' ? 'unchanged' : 'new';
};
