import { specification } from '../../../kernel/test/specification';
import {
  type NotificationState,
  beginDelivery,
  endDelivery,
  forgetNotification,
  notification,
  requestNotification,
  requestRedelivery,
} from './notification';
import type { NotificationEvent } from './notification-events';

const at = (second: number) => `2026-11-01T10:00:${String(second).padStart(2, '0')}.000Z`;
const command = {
  notificationId: 'ntf_1',
  organizationId: 'org_1',
  key: 'event-1/chat/builds',
  channel: 'chat',
  destination: 'builds',
  topic: 'verdict.changed',
  cause: { eventId: 'event-1', type: 'Happened', stream: 'some-1', revision: 3 },
  content: {},
  at: at(0),
};
const requested: NotificationEvent = { type: 'NotificationRequested', data: command };
const began = (attempt: number, second: number): NotificationEvent => ({
  type: 'DeliveryBegan',
  data: { attempt, at: at(second), until: at(second + 20) },
});
const delivered: NotificationEvent = { type: 'NotificationDelivered', data: { attempt: 1, detail: null, at: at(2) } };
const outbox = specification(notification);
const begin = (second: number) => (state: Parameters<typeof beginDelivery>[1]) =>
  beginDelivery({ at: at(second), until: at(second + 20) }, state);
const end =
  (attempt: number, outcome: Parameters<typeof endDelivery>[0]['outcome'], second = 30) =>
  (state: Parameters<typeof endDelivery>[1]) =>
    endDelivery({ attempt, outcome, at: at(second), random: 0 }, state);

describe('a notification', () => {
  it('is requested once', () => {
    outbox
      .given([])
      .when((state) => requestNotification(command, state))
      .then([requested]);
    outbox
      .given([requested])
      .when((state) => requestNotification(command, state))
      .then([]);
  });

  it('is attempted by one at a time, and again once that one counts as lost', () => {
    outbox
      .given([requested])
      .when(begin(1))
      .then([began(1, 1)]);
    outbox
      .given([requested, began(1, 1)])
      .when(begin(20))
      .then([]);
    outbox
      .given([requested, began(1, 1)])
      .when(begin(21))
      .then([began(2, 21)]);
    outbox
      .given([requested, began(1, 1), delivered])
      .when(begin(59))
      .then([]);
    outbox.given([]).when(begin(1)).then([]);
  });

  it('takes the word of a lost attempt only for a delivery', () => {
    const history = [requested, began(1, 1), began(2, 21)];
    outbox
      .given(history)
      .when(end(1, { kind: 'failed', reason: 'gone' }))
      .then([]);
    outbox
      .given(history)
      .when(end(1, { kind: 'retry', reason: 'away' }))
      .then([]);
    outbox
      .given(history)
      .when(end(1, { kind: 'delivered', detail: '200' }))
      .then([{ type: 'NotificationDelivered', data: { attempt: 1, detail: '200', at: at(30) } }]);
    outbox
      .given([requested, began(1, 1), delivered])
      .when(end(1, { kind: 'delivered' }))
      .then([]);
  });

  it('is delivered again on demand, with its delays from the start', () => {
    const again = { organizationId: 'org_1', by: 'key_1', at: at(9) };
    const redelivery: NotificationEvent = { type: 'RedeliveryRequested', data: { by: 'key_1', at: at(9) } };
    outbox
      .given([requested, began(1, 1), delivered])
      .when((state) => requestRedelivery(again, state))
      .then([redelivery]);
    outbox
      .given([requested])
      .when((state) => requestRedelivery(again, state))
      .then([]);
    outbox
      .given([requested, began(1, 1), delivered, redelivery, began(2, 10)])
      .when(end(2, { kind: 'retry', reason: 'away' }, 11))
      .then([{ type: 'NotificationDelayed', data: { attempt: 2, reason: 'away', nextAt: at(16), at: at(11) } }]);
  });

  it('is forgotten once it has ended long ago', () => {
    const forget = (second: number) => (state: NotificationState) =>
      forgetNotification({ since: at(second), at: at(50) }, state);
    const forgotten: NotificationEvent = { type: 'NotificationForgotten', data: { at: at(50) } };
    const ended = [requested, began(1, 1), delivered];
    outbox.given(ended).when(forget(40)).then([forgotten]);
    outbox.given(ended).when(forget(0)).then([]);
    outbox
      .given([requested, began(1, 1)])
      .when(forget(40))
      .then([]);
    outbox.given([forgotten]).when(forget(60)).then([]);
    outbox
      .given([forgotten])
      .when((state) => requestRedelivery({ organizationId: 'org_1', by: 'key_1', at: at(51) }, state))
      .then({ code: 'DELIVERY_NOT_FOUND' });
  });

  it('is nobody else’s to deliver again', () => {
    const again = { organizationId: 'org_2', by: 'key_1', at: at(9) };
    outbox
      .given([requested, began(1, 1), delivered])
      .when((state) => requestRedelivery(again, state))
      .then({ code: 'DELIVERY_NOT_FOUND' });
    outbox
      .given([])
      .when((state) => requestRedelivery(again, state))
      .then({ code: 'DELIVERY_NOT_FOUND' });
  });
});
