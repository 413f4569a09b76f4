import { EVENT_STORE, type EventStore, decide } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import type { TargetGuard } from '@assay/targets';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type WebhookEndpointFields, webhookEndpointsStream } from '../../domain/webhook-endpoint-events';
import { changeEndpoint, requireEndpoint, webhookEndpoints } from '../../domain/webhook-endpoints';
import { requireAllowedAddress } from '../../require-allowed-address';
import { OUTGOING_GUARD } from '../../outgoing-guard';
import { type WebhookView, webhookView } from '../../queries/list-webhooks/webhook-view';

/** Changes a webhook; a missing field stays as it is. Refused: WEBHOOK_NOT_FOUND, TARGET_NOT_ALLOWED. */
export class ChangeWebhook extends Command<WebhookView> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly webhookId: string;
      readonly fields: Partial<WebhookEndpointFields>;
      readonly by: string;
    },
  ) {
    super();
  }
}

@CommandHandler(ChangeWebhook)
export class ChangeWebhookHandler implements ICommandHandler<ChangeWebhook> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OUTGOING_GUARD) private readonly guard: TargetGuard,
  ) {}

  async execute({ input: { organizationId, webhookId, fields, by } }: ChangeWebhook): Promise<WebhookView> {
    const at = timestamp(this.clock);
    const { state } = await decide(this.events, webhookEndpointsStream(organizationId), webhookEndpoints, (current) => {
      requireEndpoint(current, webhookId);
      if (fields.url !== undefined) requireAllowedAddress(fields.url, this.guard);
      return changeEndpoint({ organizationId, endpointId: webhookId, fields, by, at }, current);
    });
    return webhookView(requireEndpoint(state, webhookId), at);
  }
}
