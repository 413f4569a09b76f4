import { ruleKind } from '@assay/analysis';
import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { type ComparedState, type ComparisonPage, GetComparison } from '@assay/findings';
import { type Severity, refused } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sessionStream } from '../../domain/session-events';
import { comparedSession, lookedBy } from '../../lifecycle/compared-session';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../../tool-catalogue';
import { findScan } from '../find-scan';
import { type ScanDocument, type ScanStatus, hasReport } from '../scan-document';

/** One side of a comparison. */
export interface ComparedScanView {
  readonly scanId: string;
  readonly status: ScanStatus;
  readonly completedAt: string | null;
}

export interface ScansCompared extends ComparisonPage {
  readonly from: ComparedScanView;
  readonly to: ComparedScanView;
}

/**
 * The changes from one scan to another, of any targets. Refused: SCAN_NOT_FOUND, also for another organization's;
 * SCAN_NOT_COMPLETED for one that runs or failed.
 */
export class CompareScans extends Query<ScansCompared> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly scanId: string;
      readonly otherScanId: string;
      readonly state?: ComparedState;
      readonly severity?: Severity;
      readonly limit: number;
      readonly offset: number;
    },
  ) {
    super();
  }
}

@QueryHandler(CompareScans)
export class CompareScansHandler implements IQueryHandler<CompareScans> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input }: CompareScans): Promise<ScansCompared> {
    const { organizationId, scanId, otherScanId, ...page } = input;
    const from = await this.endedScan(organizationId, scanId);
    const to = await this.endedScan(organizationId, otherScanId);
    const sessions = {
      before: from.sessionId,
      after: to.sessionId,
      kindOf: ruleKind,
      looked: () => this.looked(from, to),
    };
    return {
      from: viewOf(from),
      to: viewOf(to),
      ...(await this.queries.execute(new GetComparison({ sessions, ...page }))),
    };
  }

  private async looked(from: ScanDocument, to: ScanDocument) {
    const before = await comparedSession(this.events, sessionStream(from.sessionId));
    const after = await comparedSession(this.events, sessionStream(to.sessionId));
    if (!before || !after) return refused('SCAN_NOT_FOUND', 'Scan not found');
    const looked = lookedBy(after, this.catalogue);
    return (listings: Parameters<typeof looked>[0]) => looked(listings, before.paths);
  }

  private async endedScan(organizationId: string, scanId: string): Promise<ScanDocument> {
    const scan = await findScan(this.readModels, { organizationId, scanId });
    if (hasReport(scan)) return scan;
    return refused(
      'SCAN_NOT_COMPLETED',
      `The scan ${scanId} is ${scan.status}: it can be compared once it has completed`,
    );
  }
}

const viewOf = ({ scanId, status, completedAt }: ScanDocument): ComparedScanView => ({ scanId, status, completedAt });
