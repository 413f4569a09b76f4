import { EVENT_STORE, decide, type EventStore, type LogPosition } from '@assay/event-store';
import { CLOCK, type Clock, refused, timestamp } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isDelivering, model, requestCancel } from '../../domain/session';
import { sessionStream } from '../../domain/session-events';
import { findScan } from '../../queries/find-scan';

/**
 * `CancelSession` for the scans interface: a scan counts as canceled once the request is recorded, and cannot be
 * canceled again. Refused: SCAN_NOT_FOUND, SCAN_NOT_CANCELABLE.
 */
export class CancelScan extends Command<{ position: LogPosition | undefined }> {
  constructor(readonly input: { organizationId: string; scanId: string; by: string }) {
    super();
  }
}

@CommandHandler(CancelScan)
export class CancelScanHandler implements ICommandHandler<CancelScan> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ input: { organizationId, scanId, by } }: CancelScan): Promise<{ position: LogPosition | undefined }> {
    const { sessionId } = await findScan(this.readModels, { organizationId, scanId });
    const { position } = await decide(
      this.events,
      sessionStream(sessionId),
      model,
      (session) => {
        if (session.deleted) return refused('SCAN_NOT_FOUND', 'Scan not found');
        if (session.cancelRequested) return refused('SCAN_NOT_CANCELABLE', 'The scan is canceled already');
        if (!isDelivering(session))
          return refused(
            'SCAN_NOT_CANCELABLE',
            session.ended
              ? `The scan is over already (${session.ended})`
              : 'The scan is ending already: what was not delivered is being refunded',
          );
        return requestCancel(by, session, timestamp(this.clock));
      },
      { metadata: { actor: by } },
    );
    return { position };
  }
}
