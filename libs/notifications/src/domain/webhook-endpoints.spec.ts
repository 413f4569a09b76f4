import type { WebhookEndpointEvent } from './webhook-endpoint-events';
import {
  MAX_WEBHOOK_ENDPOINTS,
  type WebhookEndpoints,
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  rotateSecret,
  signingSecrets,
  webhookEndpoints,
} from './webhook-endpoints';

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 2, hour)).toISOString();
const about = { organizationId: 'org_1', endpointId: 'whk_1', by: 'key_1' };
const fields = { url: 'https://a.example/', description: null, events: null, enabled: true };
const created: WebhookEndpointEvent = {
  type: 'WebhookEndpointCreated',
  data: { ...about, ...fields, secretId: 'sec_1', at: at(0) },
};
const failed = { organizationId: 'org_1', endpointId: 'whk_1', reason: 'gone', notificationId: 'ntf_1' };
const after = (...events: WebhookEndpointEvent[]): WebhookEndpoints =>
  [created, ...events].reduce(webhookEndpoints.evolve, webhookEndpoints.initial);
const rotated = (secretId: string, hour: number, state: WebhookEndpoints) =>
  rotateSecret({ ...about, secretId, at: at(hour) }, state);
const changed = (change: object, hour: number, state = after()) =>
  changeEndpoint({ ...about, fields: change, at: at(hour) }, state);
const disabled = (failingSince: string, hour: number, state: WebhookEndpoints) =>
  disableEndpoint({ ...failed, failingSince, at: at(hour) }, state);

describe('webhook endpoints', () => {
  it('are created once, and so many of an organization', () => {
    expect(createEndpoint(created.data as never, after())).toEqual([]);
    let state = webhookEndpoints.initial;
    const add = (n: number) => {
      const data = { ...about, ...fields, endpointId: `whk_${n}`, secretId: `sec_${n}`, at: at(n) };
      state = createEndpoint(data, state).reduce(webhookEndpoints.evolve, state);
    };
    for (let n = 0; n < MAX_WEBHOOK_ENDPOINTS; n += 1) add(n);
    expect(() => add(MAX_WEBHOOK_ENDPOINTS)).toThrow('An organization has at most 20 webhooks');
    state = deleteEndpoint({ ...about, endpointId: 'whk_3', at: at(30) }, state).reduce(webhookEndpoints.evolve, state);
    add(MAX_WEBHOOK_ENDPOINTS);
    expect(state.size).toBe(MAX_WEBHOOK_ENDPOINTS);
  });

  it('record what is different, and nothing where nothing is', () => {
    expect(changed({ url: fields.url, events: null }, 1)).toEqual([]);
    expect(changed({ url: fields.url, events: ['scan.failed'] }, 1)).toEqual([
      { type: 'WebhookEndpointChanged', data: { ...about, events: ['scan.failed'], at: at(1) } },
    ]);
    expect(() => changeEndpoint({ ...about, endpointId: 'whk_2', fields: {}, at: at(1) }, after())).toThrow(
      'There is no webhook of this id',
    );
  });

  it('sign by the secret before, too, for 24 hours and not a moment longer', () => {
    const endpoint = after(...rotated('sec_2', 1, after())).get('whk_1')!;
    expect(signingSecrets(endpoint, at(1))).toEqual(['sec_2', 'sec_1']);
    expect(signingSecrets(endpoint, new Date(Date.parse(at(25)) - 1).toISOString())).toEqual(['sec_2', 'sec_1']);
    expect(signingSecrets(endpoint, at(25))).toEqual(['sec_2']);
  });

  it('have two secrets at most, and rotate once for a request', () => {
    const once = after(...rotated('sec_2', 1, after()));
    expect(rotated('sec_2', 2, once)).toEqual([]);
    const twice = rotated('sec_3', 2, once).reduce(webhookEndpoints.evolve, once);
    expect(signingSecrets(twice.get('whk_1')!, at(3))).toEqual(['sec_3', 'sec_2']);
    expect(rotated('sec_2', 3, twice)).toEqual([]);
  });

  it('are disabled once by what failed since they were enabled with the address that they have', () => {
    const [event, ...more] = disabled(at(1), 73, after());
    expect({ event, more }).toEqual({
      event: { type: 'WebhookEndpointDisabled', data: { ...failed, at: at(73) } },
      more: [],
    });
    const off = after(event!);
    expect(off.get('whk_1')).toMatchObject({ enabled: false, disabled: { at: at(73), reason: 'gone' } });
    expect(disabled(at(1), 74, off)).toEqual([]);
    const on = changed({ enabled: true }, 80, off).reduce(webhookEndpoints.evolve, off);
    expect(on.get('whk_1')).toMatchObject({ enabled: true, disabled: null });
    expect(disabled(at(79), 150, on)).toEqual([]);
    expect(disabled(at(81), 160, on)).toHaveLength(1);
    const moved = after(...changed({ url: 'https://b.example/' }, 2));
    expect(disabled(at(1), 73, moved)).toEqual([]);
    const renamed = after(...changed({ description: 'a name' }, 2));
    expect(disabled(at(1), 73, renamed)).toHaveLength(1);
  });
});
