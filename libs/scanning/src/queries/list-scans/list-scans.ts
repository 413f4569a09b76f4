import { type ReadModels, type Where, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type ScanStatus, scanDocuments } from '../scan-document';
import { ScanEstimates } from '../scan-estimates';
import { type ScanView, scanView } from '../scan-view';

interface ScanFilters {
  readonly organizationId: string;
  /** Answers call it `applicationId`. */
  readonly projectId?: string;
  readonly status?: ScanStatus;
}

/** Newest first. */
export class ListScans extends Query<{ scans: ScanView[]; total: number }> {
  constructor(readonly input: { filters: ScanFilters; limit: number; offset: number }) {
    super();
  }
}

@QueryHandler(ListScans)
export class ListScansHandler implements IQueryHandler<ListScans> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly estimates: ScanEstimates,
  ) {}

  async execute({ input: { filters, limit, offset } }: ListScans): Promise<{ scans: ScanView[]; total: number }> {
    const collection = this.readModels.collection(scanDocuments);
    const where: Where = { ...filters };
    const [page, total] = await Promise.all([
      collection.find({ where, sort: [['createdAt', 'descending']], limit, offset }),
      collection.count(where),
    ]);
    const scans = page.map(({ document }) => document);
    const ends = await this.estimates.of(scans);
    return { scans: scans.map((scan) => scanView(scan, ends.get(scan.scanId))), total };
  }
}
