import { type CodeHost, type Fact, type Model, deterministicUuid, passedOver } from '@assay/kernel';
import type { Happening } from './happening';

interface About {
  readonly deliveryId: string;
  readonly organizationId: string;
  readonly at: string;
}

/** A host sent a message, signed with the organization's secret. Only these fields of its payload are kept. */
export type DeliveryReceived = Fact<
  'DeliveryReceived',
  About & {
    readonly host: CodeHost;
    /** By which the host knows it. */
    readonly hostDeliveryId: string;
    readonly happening: Happening;
  }
>;

/** Each automation that it concerns has fired. */
export type DeliveryHandled = Fact<
  'DeliveryHandled',
  About & { readonly firings: readonly { readonly automationId: string; readonly historyId: string }[] }
>;

export type DeliveryEvent = DeliveryReceived | DeliveryHandled;

interface Delivery {
  readonly received: DeliveryReceived['data'] | undefined;
  readonly handled: boolean;
}

/** A fact of a type that it does not know is passed over. */
export const delivery: Model<Delivery, DeliveryEvent> = {
  initial: { received: undefined, handled: false },
  evolve(state, event) {
    switch (event.type) {
      case 'DeliveryReceived':
        return { ...state, received: event.data };
      case 'DeliveryHandled':
        return { ...state, handled: true };
      default:
        return passedOver(state, event);
    }
  },
};

export const DELIVERY_PREFIX = 'delivery-';
export const deliveryStream = (deliveryId: string): string => `${DELIVERY_PREFIX}${deliveryId}`;

/** Whether an id stands for one event. On hostb all branches and tags of a push, and its merge requests, share one. */
const HAS_ID_OF_ITS_OWN: Readonly<Record<CodeHost, boolean>> = { hosta: true, hostb: false };

/** The same for each repetition of a delivery. Where events share an id, the reference belongs to the key. */
export function deliveryIdOf(
  organizationId: string,
  { host, hostDeliveryId, happening }: Pick<DeliveryReceived['data'], 'host' | 'hostDeliveryId' | 'happening'>,
): string {
  const key = [organizationId, host, hostDeliveryId, ...(HAS_ID_OF_ITS_OWN[host] ? [] : [referenceOf(happening)])];
  return deterministicUuid(JSON.stringify(key));
}

function referenceOf(happening: Happening): string {
  switch (happening.kind) {
    case 'tag':
      return `refs/tags/${happening.tag}`;
    case 'pull-request':
    case 'pull-request-left':
      return `refs/merge-requests/${happening.number}`;
    default:
      return `refs/heads/${happening.branch}`;
  }
}

/** No event if it was received before: the first one counts, whatever the repetition says. */
export const receive = (received: DeliveryReceived['data'], state: Delivery): DeliveryEvent[] =>
  state.received === undefined ? [{ type: 'DeliveryReceived', data: received }] : [];

export const recordHandled = (handled: DeliveryHandled['data'], state: Delivery): DeliveryEvent[] =>
  state.received === undefined || state.handled ? [] : [{ type: 'DeliveryHandled', data: handled }];
