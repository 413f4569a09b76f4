import { type EventStore, type LogPosition, decide } from '@assay/event-store';
import { type Clock, timestamp } from '@assay/kernel';
import type { ReadModels, Reactor } from '@assay/read-models';
import { WEBHOOK } from '../channels/webhook-channel';
import { notification } from '../domain/notification';
import { type NotificationEvent, type NotificationFailed, notificationOfStream } from '../domain/notification-events';
import { webhookEndpointsStream } from '../domain/webhook-endpoint-events';
import { disableEndpoint, webhookEndpoints } from '../domain/webhook-endpoints';
import { laneOf, notificationDocuments } from '../queries/documents';

/**
 * Disables a webhook whose receiver says that it is gone, and one for which a message was tried for three days in vain
 * while no other arrived. Anybody who enables it again, or changes its address, begins from the start.
 */
export function disableWebhooks({
  events,
  readModels,
  reached,
  clock,
}: {
  readonly events: EventStore;
  readonly readModels: ReadModels;
  /** Resolves when the read models have seen everything up to a position. */
  readonly reached: (position: LogPosition) => Promise<void>;
  readonly clock: Clock;
}): Reactor<NotificationFailed> {
  return {
    name: 'disable-webhooks',
    handles: { NotificationFailed: true },
    async react({ stream, revision, position, data }) {
      const failed = await failedDelivery(events, stream, revision);
      if (failed?.channel !== WEBHOOK) return;
      const { organizationId, endpointId, requestedAt, beganAt } = failed;
      if (data.gaveUp) {
        await reached(position);
        const arrived = await readModels.collection(notificationDocuments).find({
          where: { status: 'delivered', lane: failed.lane, endedAt: { gt: requestedAt } },
          limit: 1,
        });
        if (arrived.length > 0) return;
      }
      const reason = data.gaveUp
        ? `no message arrived for three days; the last attempt: ${data.reason}`
        : `the receiver is gone: it ${data.reason}`;
      await decide(events, webhookEndpointsStream(organizationId), webhookEndpoints, (state) =>
        disableEndpoint(
          {
            organizationId,
            endpointId,
            reason,
            notificationId: notificationOfStream(stream),
            failingSince: data.gaveUp ? requestedAt : beganAt,
            at: timestamp(clock),
          },
          state,
        ),
      );
    },
  };
}

/** A delivery as it was when it failed, and when its last attempt began; undefined if it no longer exists. */
async function failedDelivery(events: EventStore, stream: string, failure: number) {
  let state = notification.initial;
  let beganAt: string | undefined;
  for await (const event of events.readStream<NotificationEvent>(stream)) {
    if (event.revision > failure) break;
    state = notification.evolve(state, event);
    if (event.type === 'DeliveryBegan') beganAt = event.data.at;
  }
  if (!('notification' in state) || beganAt === undefined) return undefined;
  const { organizationId, channel, destination } = state.notification;
  const { requestedAt } = state;
  return {
    organizationId,
    channel,
    endpointId: destination,
    lane: laneOf(state.notification),
    requestedAt,
    beganAt,
  };
}
