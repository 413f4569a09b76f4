import { EVENT_STORE, type EventStore, type LogPosition, decide } from '@assay/event-store';
import { CLOCK, type Clock, type CodeHost, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { delivery, deliveryIdOf, deliveryStream, receive } from '../../domain/delivery';
import { readHosta } from '../../domain/hosta-payload';
import { readHostb } from '../../domain/hostb-payload';

/** The outcome of a delivery: it is new, it came before, or there is nothing to act on, with the reason. */
export type TakenDelivery =
  | {
      readonly status: 'accepted' | 'duplicate';
      readonly deliveryId: string;
      readonly position: LogPosition | undefined;
    }
  | { readonly status: 'ignored'; readonly reason: string };

/** Records a delivery whose signature was checked. Refused: VALIDATION_ERROR for a payload that lacks its fields. */
export class ReceiveDelivery extends Command<TakenDelivery> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly host: CodeHost;
      /** The name of the event, from the host. */
      readonly event: string;
      /** By which the host knows the delivery. */
      readonly hostDeliveryId: string;
      readonly payload: unknown;
    },
  ) {
    super();
  }
}

const READERS: Readonly<Record<CodeHost, typeof readHosta>> = { hosta: readHosta, hostb: readHostb };

/** A reactor fires the automations: the sender waits for one append only. */
@CommandHandler(ReceiveDelivery)
export class ReceiveDeliveryHandler implements ICommandHandler<ReceiveDelivery> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({
    input: { organizationId, host, event, hostDeliveryId, payload },
  }: ReceiveDelivery): Promise<TakenDelivery> {
    const reading = READERS[host](event, payload);
    if ('ignored' in reading) return { status: 'ignored', reason: reading.ignored };
    const { happening } = reading;
    const deliveryId = deliveryIdOf(organizationId, { host, hostDeliveryId, happening });
    const received = { deliveryId, organizationId, host, hostDeliveryId, happening, at: timestamp(this.clock) };
    const { events, position } = await decide(this.events, deliveryStream(deliveryId), delivery, (state) =>
      receive(received, state),
    );
    return { status: events.length === 0 ? 'duplicate' : 'accepted', deliveryId, position };
  }
}
