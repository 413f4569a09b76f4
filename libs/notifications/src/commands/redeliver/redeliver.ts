import { EVENT_STORE, type EventStore, type LogPosition, decide } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notification, requestRedelivery } from '../../domain/notification';
import { notificationStream } from '../../domain/notification-events';

/** Has a delivery that ended made again, under the same id. Refused: DELIVERY_NOT_FOUND. */
export class Redeliver extends Command<{ readonly position: LogPosition | undefined }> {
  constructor(readonly input: { readonly organizationId: string; readonly deliveryId: string; readonly by: string }) {
    super();
  }
}

@CommandHandler(Redeliver)
export class RedeliverHandler implements ICommandHandler<Redeliver> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ input: { organizationId, deliveryId, by } }: Redeliver) {
    const { position } = await decide(this.events, notificationStream(deliveryId), notification, (state) =>
      requestRedelivery({ organizationId, by, at: timestamp(this.clock) }, state),
    );
    return { position };
  }
}
