import { EVENT_STORE, type EventStore, type LogPosition, load } from '@assay/event-store';
import { CLOCK, type Clock, deterministicUuid, refused, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { WEBHOOK } from '../../channels/webhook-channel';
import { webhookEndpointsStream } from '../../domain/webhook-endpoint-events';
import { requireEndpoint, webhookEndpoints } from '../../domain/webhook-endpoints';
import { PING, webhookMessage } from '../../domain/webhook-messages';
import { Outbox } from '../../outbox';

/** Sends a webhook a message to try it. Refused: WEBHOOK_NOT_FOUND, CONFLICT for one that is disabled. */
export class PingWebhook extends Command<{
  readonly deliveryId: string;
  readonly position: LogPosition | undefined;
}> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly webhookId: string;
      /** The same value for every try of the same request, so that it is sent only once. */
      readonly seed?: string | undefined;
    },
  ) {
    super();
  }
}

/** The request is the event that the message tells of, at the revision that the webhooks have. */
@CommandHandler(PingWebhook)
export class PingWebhookHandler implements ICommandHandler<PingWebhook> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  async execute({ input: { organizationId, webhookId, seed } }: PingWebhook) {
    const stream = webhookEndpointsStream(organizationId);
    const { state, revision } = await load(this.events, stream, webhookEndpoints);
    if (!requireEndpoint(state, webhookId).enabled)
      refused('CONFLICT', 'The webhook is disabled: PATCH it with {"enabled": true} first');
    const eventId = seed === undefined ? randomUUID() : deterministicUuid(`ping/${seed}`);
    const cause = { eventId, type: 'WebhookPingRequested', stream, revision };
    const { notificationId: deliveryId, position } = await this.outbox.tell({
      organizationId,
      channel: WEBHOOK,
      destination: webhookId,
      topic: PING,
      cause,
      content: webhookMessage(PING, cause, timestamp(this.clock), { webhookId }),
    });
    return { deliveryId, position };
  }
}
