import { type EventStore, decide } from '@assay/event-store';
import type { DeliveryReceived } from './domain/delivery';
import type { Happening } from './domain/happening';
import {
  type OpenRequests,
  type OpenRequestsChanged,
  afterDelivery,
  branchOfRequests,
  followedOf,
  openRequests,
  openRequestsStream,
} from './domain/open-requests';

type Told = readonly { readonly key: string; readonly happening: Happening }[];

/**
 * The events of a delivery that automations follow, each with the key of its firings. For hostb they depend on the open
 * merge requests of the branch: the delivery's changes to those are recorded first, so that the decision is the same
 * after a crash.
 */
export async function toldBy(received: DeliveryReceived['data'], events: EventStore): Promise<Told> {
  const { deliveryId, organizationId, host, happening, at } = received;
  const branch = host === 'hostb' ? branchOfRequests(happening) : undefined;
  if (branch === undefined) return [{ key: deliveryId, happening }];
  const { repository } = happening;
  const stream = openRequestsStream(organizationId, repository, branch);
  const decided = await decide(
    events,
    stream,
    openRequests,
    (before): OpenRequestsChanged[] => {
      const requests = afterDelivery(received, before);
      return isSame(before, requests)
        ? []
        : [{ type: 'OpenRequestsChanged', data: { organizationId, repository, branch, requests, at } }];
    },
    { known: await newest(stream, events) },
  );
  return followedOf(received, decided.state);
}

const isSame = (one: OpenRequests, other: OpenRequests): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Each fact has the whole state, so that a stream of any length costs one read. */
async function newest(stream: string, events: EventStore): Promise<{ state: OpenRequests; revision: number }> {
  for await (const event of events.readStream<OpenRequestsChanged>(stream, { direction: 'backwards', limit: 1 }))
    return { state: openRequests.evolve(openRequests.initial, event), revision: event.revision };
  return { state: openRequests.initial, revision: -1 };
}
