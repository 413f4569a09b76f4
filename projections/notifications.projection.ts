import {
  ATTEMPTS_SHOWN,
  type AttemptView,
  NOTIFICATION_EVENTS,
  type NotificationDocument,
  type NotificationEvent,
  laneOf,
  notificationDocuments,
  notificationOfStream,
} from '@assay/notifications';
import type { Projection } from '@assay/read-models';

const logged = ({ log }: NotificationDocument, attempt: AttemptView): AttemptView[] =>
  [...log, attempt].slice(-ATTEMPTS_SHOWN);

/** Notifications that wait, and the outcome of those that do not. */
export const notifications: Projection<NotificationDocument, NotificationEvent> = {
  ...notificationDocuments,
  version: 2,
  indexes: [
    ['status', 'dueAt'],
    ['status', 'requestedAt'],
    ['status', 'endedAt'],
    ['status', 'lane', 'dueAt'],
    ['organizationId', 'requestedAt'],
    ['organizationId', 'channel', 'destination', 'requestedAt'],
  ],
  handles: NOTIFICATION_EVENTS,
  documentIds: ({ stream }) => [notificationOfStream(stream)],
  apply(document, event, id) {
    if (event.type === 'NotificationRequested') {
      const { organizationId, channel, destination, topic, cause, at } = event.data;
      return {
        id,
        organizationId,
        channel,
        destination,
        lane: laneOf(event.data),
        topic,
        cause,
        status: 'pending',
        requestedAt: at,
        dueAt: at,
        endedAt: null,
        attempts: 0,
        reason: null,
        log: [],
      };
    }
    if (!document || event.type === 'NotificationForgotten') return undefined;
    const { at } = event.data;
    switch (event.type) {
      case 'DeliveryBegan':
        return { ...document, attempts: event.data.attempt, dueAt: event.data.until };
      case 'NotificationDelayed': {
        const { attempt, reason, nextAt } = event.data;
        const log = logged(document, { attempt, at, outcome: 'delayed', detail: reason });
        return { ...document, dueAt: nextAt, reason, log };
      }
      case 'NotificationDelivered': {
        const { attempt, detail } = event.data;
        const log = logged(document, { attempt, at, outcome: 'delivered', detail });
        return { ...document, status: 'delivered', dueAt: null, endedAt: at, reason: null, log };
      }
      case 'NotificationFailed':
      case 'NotificationSkipped': {
        const { attempt, reason } = event.data;
        const status = event.type === 'NotificationFailed' ? 'failed' : 'skipped';
        const log = logged(document, { attempt, at, outcome: status, detail: reason });
        return { ...document, status, dueAt: null, endedAt: at, reason, log };
      }
      case 'RedeliveryRequested':
        return { ...document, status: 'pending', dueAt: at, endedAt: null };
    }
  },
};
