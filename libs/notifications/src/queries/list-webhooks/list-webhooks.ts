import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { CLOCK, type Clock, timestamp } from '@assay/kernel';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { webhookEndpointsStream } from '../../domain/webhook-endpoint-events';
import { webhookEndpoints } from '../../domain/webhook-endpoints';
import { type WebhookView, webhookView } from './webhook-view';

/** The webhooks of an organization, newest first. */
export class ListWebhooks extends Query<readonly WebhookView[]> {
  constructor(readonly input: { readonly organizationId: string }) {
    super();
  }
}

/** From the stream itself, so that what was just set is shown. */
@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ input: { organizationId } }: ListWebhooks): Promise<readonly WebhookView[]> {
    const { state } = await load(this.events, webhookEndpointsStream(organizationId), webhookEndpoints);
    const now = timestamp(this.clock);
    return [...state.values()].reverse().map((endpoint) => webhookView(endpoint, now));
  }
}
