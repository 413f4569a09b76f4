import { type EventStore, OldStreams } from '@assay/event-store';
import type { Clock } from '@assay/kernel';
import { DELIVERY_PREFIX, type DeliveryEvent } from './domain/delivery';
import { OPEN_REQUESTS_PREFIX, type OpenRequestsChanged } from './domain/open-requests';

/** Days. The hosts send a delivery again for some days at most, by themselves or because somebody asks. */
const KEPT_DAYS = 30;
const DAY = 86_400_000;

/**
 * Deletes the records of deliveries that were followed 30 days ago. If such a delivery is sent again, it is recorded
 * again and starts no second scan: its firings have its id as their key, and they stay with their automations. The
 * records of a branch's merge requests are deleted, too, if the host reported nothing about it for as long; an open
 * request is recorded again at its next report.
 *
 * @returns a function that does it, as far as there is something to do
 */
export function forgetDeliveries({ events, clock }: { events: EventStore; clock: Clock }): () => Promise<void> {
  const memory = { stream: 'forgotten-deliveries', type: 'DeliveriesForgotten' };
  // One that nobody has followed yet waits for that.
  const isOver = ({ type }: { readonly type: string }) => type === 'DeliveryHandled';
  const old = new OldStreams<DeliveryEvent>(events, { prefix: DELIVERY_PREFIX, memory, isOver });
  const oldRequests = new OldStreams<OpenRequestsChanged>(events, {
    prefix: OPEN_REQUESTS_PREFIX,
    memory: { stream: 'forgotten-open-requests', type: 'OpenRequestsForgotten' },
  });
  return async () => {
    const since = new Date(clock.now().getTime() - KEPT_DAYS * DAY).toISOString();
    while (await old.forget(since));
    while (await oldRequests.forget(since));
  };
}
