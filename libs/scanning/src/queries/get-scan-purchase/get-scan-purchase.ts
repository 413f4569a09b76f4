import { EVENT_STORE, type EventStore } from '@assay/event-store';
import { refused } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type SessionEvent, sessionStream } from '../../domain/session-events';
import { GetScanOwner } from '../get-scan-owner/get-scan-owner';

/** The AI features that a scan was charged for at its start. Refused: SCAN_NOT_FOUND. */
export class GetScanPurchase extends Query<{ readonly paidFeatures: readonly string[] }> {
  constructor(readonly input: { readonly organizationId: string; readonly scanId: string }) {
    super();
  }
}

@QueryHandler(GetScanPurchase)
export class GetScanPurchaseHandler implements IQueryHandler<GetScanPurchase> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly queries: QueryBus,
  ) {}

  async execute({ input }: GetScanPurchase): Promise<{ readonly paidFeatures: readonly string[] }> {
    const { sessionId } = await this.queries.execute(new GetScanOwner(input));
    for await (const { type, data } of this.events.readStream<SessionEvent>(sessionStream(sessionId), { limit: 1 }))
      if (type === 'ScanStarted') return { paidFeatures: data.aiFeatures };
    return refused('SCAN_NOT_FOUND', 'Scan not found');
  }
}
