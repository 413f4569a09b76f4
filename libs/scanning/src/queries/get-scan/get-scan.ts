import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { findScan } from '../find-scan';
import { ScanEstimates } from '../scan-estimates';
import { type ScanView, scanView } from '../scan-view';

/** Refused: SCAN_NOT_FOUND, also for another organization's. */
export class GetScan extends Query<ScanView> {
  constructor(readonly input: { readonly organizationId: string; readonly scanId: string }) {
    super();
  }
}

@QueryHandler(GetScan)
export class GetScanHandler implements IQueryHandler<GetScan> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly estimates: ScanEstimates,
  ) {}

  async execute({ input }: GetScan): Promise<ScanView> {
    const scan = await findScan(this.readModels, input);
    return scanView(scan, (await this.estimates.of([scan])).get(scan.scanId));
  }
}
