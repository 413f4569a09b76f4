import type { NotificationEvent } from '@assay/notifications';
import { projected } from '../libs/read-models/test/projected';
import { notifications } from './notifications.projection';

const at = (second: number) => `2026-11-01T10:00:${String(second).padStart(2, '0')}.000Z`;
const stream = 'notification-ntf_1';
const requested: NotificationEvent = {
  type: 'NotificationRequested',
  data: {
    notificationId: 'ntf_1',
    organizationId: 'org_1',
    key: 'event-1/chat/builds',
    channel: 'chat',
    destination: 'builds',
    topic: 'verdict.changed',
    cause: { eventId: 'event-1', type: 'Happened', stream: 'some-1', revision: 3 },
    content: { secret: 'not shown' },
    at: at(0),
  },
};
const began = (attempt: number, second: number): NotificationEvent => ({
  type: 'DeliveryBegan',
  data: { attempt, at: at(second), until: at(second + 20) },
});
const delayed = (attempt: number, second: number): NotificationEvent => ({
  type: 'NotificationDelayed',
  data: { attempt, at: at(second), reason: 'away', nextAt: at(second + 5) },
});
const of = (...events: readonly NotificationEvent[]) =>
  projected(
    notifications,
    events.map((event) => ({ ...event, stream })),
  )['ntf_1'];

describe('the read model of notifications', () => {
  it('has nothing of what is forgotten', () =>
    expect(of(requested, began(1, 1), { type: 'NotificationForgotten', data: { at: at(9) } })).toBeUndefined());

  it('has what is to be told and to whom, not what it says', () =>
    expect(of(requested)).toEqual({
      id: 'ntf_1',
      organizationId: 'org_1',
      channel: 'chat',
      destination: 'builds',
      lane: 'org_1/chat/builds',
      topic: 'verdict.changed',
      cause: { eventId: 'event-1', type: 'Happened', stream: 'some-1', revision: 3 },
      status: 'pending',
      requestedAt: at(0),
      dueAt: at(0),
      endedAt: null,
      attempts: 0,
      reason: null,
      log: [],
    }));

  it('is due again when an attempt counts as lost, or after its delay', () => {
    expect(of(requested, began(1, 1))).toMatchObject({ status: 'pending', dueAt: at(21), attempts: 1 });
    expect(of(requested, began(1, 1), delayed(1, 2))).toMatchObject({
      status: 'pending',
      dueAt: at(7),
      reason: 'away',
      log: [{ attempt: 1, at: at(2), outcome: 'delayed', detail: 'away' }],
    });
  });

  it.each([
    ['NotificationDelivered', { detail: '204' }, { status: 'delivered', reason: null }],
    ['NotificationFailed', { reason: 'gone', gaveUp: false }, { status: 'failed', reason: 'gone' }],
    ['NotificationSkipped', { reason: 'off' }, { status: 'skipped', reason: 'off' }],
  ])('has ended with %s, and is due no more', (type, data, expected) => {
    const ended = { type, data: { attempt: 1, at: at(3), ...data } } as NotificationEvent;
    expect(of(requested, began(1, 1), ended)).toMatchObject({ ...expected, dueAt: null, endedAt: at(3) });
  });

  it('waits again when somebody asks for it again', () =>
    expect(
      of(
        requested,
        began(1, 1),
        { type: 'NotificationFailed', data: { attempt: 1, at: at(2), reason: 'gone', gaveUp: false } },
        { type: 'RedeliveryRequested', data: { by: 'key_1', at: at(9) } },
      ),
    ).toMatchObject({ status: 'pending', dueAt: at(9), endedAt: null, attempts: 1 }));

  it('keeps the newest attempts', () => {
    const attempts = Array.from({ length: 25 }, (_, n) => delayed(n + 1, n));
    expect(of(requested, ...attempts)!.log.map(({ attempt }) => attempt)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 6),
    );
  });
});
