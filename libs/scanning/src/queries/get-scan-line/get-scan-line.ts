import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { refused } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { evolve, notStarted } from '../../domain/session';
import { type SessionEvent, sessionStream } from '../../domain/session-events';
import { lineOf } from '../../lifecycle/line-of-session';
import { GetScanOwner } from '../get-scan-owner/get-scan-owner';

export interface ScanLine {
  readonly lineId: string;
  /** The log position of the scan's end; undefined while it runs. */
  readonly position: number | undefined;
}

/** The line of scans that a scan belongs to. Refuses SCAN_NOT_FOUND, also for another organization's. */
export class GetScanLine extends Query<ScanLine> {
  constructor(readonly input: { organizationId: string; scanId: string }) {
    super();
  }
}

@QueryHandler(GetScanLine)
export class GetScanLineHandler implements IQueryHandler<GetScanLine> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input }: GetScanLine): Promise<ScanLine> {
    const { sessionId } = await this.queries.execute(new GetScanOwner(input));
    let session = notStarted;
    let position: ScanLine['position'];
    for await (const event of this.events.readStream<SessionEvent>(sessionStream(sessionId))) {
      session = evolve(session, event);
      if (event.type === 'ScanCompleted') ({ position } = event);
    }
    const { started, prepared } = session;
    if (!started) return refused('SCAN_NOT_FOUND', 'Scan not found');
    return { lineId: lineOf({ started, prepared }).lineId, position };
  }
}
