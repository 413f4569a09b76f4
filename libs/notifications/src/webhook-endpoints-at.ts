import type { EventStore, LogPosition } from '@assay/event-store';
import { type WebhookEndpointEvent, webhookEndpointsStream } from './domain/webhook-endpoint-events';
import { type WebhookEndpoints, webhookEndpoints } from './domain/webhook-endpoints';

/**
 * An organization's webhooks as they were at a position of the log: whom an event concerns is the same whenever it is
 * asked, also after the checkpoints are lost.
 */
export async function webhookEndpointsAt(
  events: EventStore,
  organizationId: string,
  position: LogPosition,
): Promise<WebhookEndpoints> {
  let state = webhookEndpoints.initial;
  for await (const event of events.readStream<WebhookEndpointEvent>(webhookEndpointsStream(organizationId))) {
    if (event.position > position) break;
    state = webhookEndpoints.evolve(state, event);
  }
  return state;
}
