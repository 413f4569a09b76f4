import { specification } from '../../../kernel/test/specification';
import { type DeliveryReceived, delivery, deliveryIdOf, receive, recordHandled } from './delivery';
import type { Happening } from './happening';

const AT = '2026-11-20T09:30:00.000Z';
const pushTo = (branch: string): Happening => ({
  kind: 'push',
  repository: 'ada/shop',
  branch,
  commit: 'a'.repeat(40),
});
const received: DeliveryReceived = {
  type: 'DeliveryReceived',
  data: {
    deliveryId: 'd_1',
    organizationId: 'org_1',
    host: 'hosta',
    hostDeliveryId: '7',
    happening: pushTo('main'),
    at: AT,
  },
};
const handled = {
  type: 'DeliveryHandled' as const,
  data: {
    deliveryId: 'd_1',
    organizationId: 'org_1',
    firings: [{ automationId: 'aut_1', historyId: 'run_1' }],
    at: AT,
  },
};

describe('a delivery', () => {
  const stream = specification(delivery);

  it('is received once', () => {
    stream
      .given([])
      .when((state) => receive(received.data, state))
      .then([received]);
    stream
      .given([received])
      .when((state) => receive({ ...received.data, happening: pushTo('other') }, state))
      .then([]);
  });

  it('is handled once, and not before it was received', () => {
    const handle = (state: typeof delivery.initial) => recordHandled(handled.data, state);
    stream.given([]).when(handle).then([]);
    stream.given([received]).when(handle).then([handled]);
    stream.given([received, handled]).when(handle).then([]);
  });

  it('is known by its host and organization, whatever it says; of hostb by its branch or tag, too', () => {
    const idOf = (host: 'hosta' | 'hostb', happening: Happening, organizationId = 'org_1', hostDeliveryId = '7') =>
      deliveryIdOf(organizationId, { host, hostDeliveryId, happening });
    const tag: Happening = { kind: 'tag', repository: 'ada/shop', tag: 'main', deleted: false };
    expect(idOf('hosta', pushTo('main'))).toBe(idOf('hosta', pushTo('next')));
    expect(idOf('hostb', pushTo('main'))).toBe(idOf('hostb', { ...pushTo('main'), repository: 'other/shop' }));
    const others = [
      idOf('hosta', pushTo('main')),
      idOf('hostb', pushTo('main')),
      idOf('hostb', pushTo('next')),
      idOf('hostb', tag),
      idOf('hosta', pushTo('main'), 'org_2'),
      idOf('hosta', pushTo('main'), 'org_1', '8'),
    ];
    expect(new Set(others).size).toBe(others.length);
  });
});
