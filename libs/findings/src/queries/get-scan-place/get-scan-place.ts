import type { LogPosition } from '@assay/event-store';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { FindingLines } from '../finding-lines';

/**
 * Where in the log a scan ended that is compared with the scans before it: the scan of a session, or the latest one of
 * a project. Undefined if none has completed.
 */
export class GetScanPlace extends Query<LogPosition | undefined> {
  constructor(
    readonly input:
      | { readonly sessionId: string }
      | { readonly organizationId: string; readonly projectId: string; readonly branch?: string },
  ) {
    super();
  }
}

@QueryHandler(GetScanPlace)
export class GetScanPlaceHandler implements IQueryHandler<GetScanPlace> {
  constructor(private readonly lines: FindingLines) {}

  async execute({ input }: GetScanPlace): Promise<LogPosition | undefined> {
    if ('sessionId' in input) return (await this.lines.placeOf(input.sessionId))?.position;
    return (await this.lines.latestScan(input))?.ended.position;
  }
}
