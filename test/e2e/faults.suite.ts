import { type EventStore, EventStoreUnavailable, type NewEvent } from '@assay/event-store';
import type { FollowedReadModels } from '@assay/read-models';
import { projectDocuments } from '@assay/projects';
import { expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

/** The fault to raise on the next call, if any. */
const fault: {
  ofStore?: Error;
  ofCode?: Error;
  /** The type of the fact whose next append happens but loses its answer. */
  afterAppendOf?: string;
} = {};

function breakable(events: EventStore): EventStore {
  return new Proxy(events, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const { ofStore, afterAppendOf } = fault;
        if (
          name === 'append' &&
          afterAppendOf !== undefined &&
          (args[1] as NewEvent[]).some(({ type }) => type === afterAppendOf)
        ) {
          delete fault.afterAppendOf;
          return (member.apply(target, args) as Promise<unknown>).then(() =>
            Promise.reject(new EventStoreUnavailable('the answer was lost')),
          );
        }
        if (!ofStore) return member.apply(target, args);
        if (!String(name).startsWith('read') && !String(name).startsWith('subscribe')) return Promise.reject(ofStore);
        return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(ofStore) }) };
      };
    },
  });
}

const breakableModels = (readModels: FollowedReadModels): FollowedReadModels => ({
  collection(readModel) {
    if (fault.ofCode && readModel.name === projectDocuments.name) throw fault.ofCode;
    return readModels.collection(readModel);
  },
  waitFor: (position, options) => readModels.waitFor(position, options),
  status: () => readModels.status(),
});

describe('faults', () => {
  const logged: { fields: { requestId?: string; err?: Error }; message: string }[] = [];
  let service: RunningService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await runningService({
      platform: (platform) => ({
        ...platform,
        events: breakable(platform.events),
        readModels: breakableModels(platform.readModels),
        log: Object.assign(Object.create(platform.log), {
          error: (fields: object, message: string) => logged.push({ fields, message }),
        }),
      }),
    });
    tenant = await service.tenant('pro');
  });
  afterEach(() => {
    delete fault.ofStore;
    delete fault.ofCode;
    delete fault.afterAppendOf;
    logged.length = 0;
  });
  afterAll(() => service.close());

  it('says nothing of an unexpected fault to the client, and all of it to the log under the request id', async () => {
    fault.ofCode = new TypeError('cannot read properties of undefined (reading "password")');
    const answer = await tenant.get('/api/v1/projects');
    expectRefusal(answer, 500, 'INTERNAL', 'Something went wrong on our side; the request id finds it in our log');
    expect(JSON.stringify(answer.body)).not.toMatch(/password|TypeError|at /);
    expect(logged).toEqual([
      {
        fields: expect.objectContaining({
          requestId: answer.body.error.requestId,
          err: fault.ofCode,
          method: 'GET',
          url: '/api/v1/projects',
        }),
        message: expect.any(String),
      },
    ]);
  });

  it('does the same in the shape of RFC 9457', async () => {
    fault.ofCode = new Error('hidden');
    const { body } = await tenant.get('/api/v1/projects', { accept: 'application/problem+json' });
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      code: 'INTERNAL',
      detail: expect.not.stringContaining('hidden'),
      instance: '/api/v1/projects',
      requestId: expect.any(String),
    });
  });

  it.each([
    ['GET', '/api/billing/audit', undefined],
    ['POST', '/api/v1/projects', { name: 'a', platforms: ['web'] }],
    ['GET', '/api/sessions/ses_1/events', undefined],
    ['DELETE', '/api/sessions/ses_1', undefined],
  ])('answers %s %s with 503 and when to try again while the store is away', async (method, path, body) => {
    fault.ofStore = new EventStoreUnavailable('disk I/O error in /var/lib/assay/events.db');
    const answer = await tenant.send(method, path, body && JSON.stringify(body), {
      ...(body && { 'content-type': 'application/json' }),
    });
    expectRefusal(answer, 503, 'UNAVAILABLE', 'The service cannot answer right now; try again in a moment');
    expect(answer.headers.get('retry-after')).toBe('5');
  });

  it('reports the store in its readiness, while it is alive', async () => {
    fault.ofStore = new EventStoreUnavailable('away');
    const { status, headers, body } = await tenant.get('/health');
    expect({ status, body }).toEqual({
      status: 503,
      body: {
        status: 'unavailable',
        checks: {
          eventStore: { status: 'down', reason: 'the event store cannot answer; the log says why' },
          readModels: { status: 'up' },
          reactors: { status: 'up' },
          projections: { status: 'up' },
        },
      },
    });
    expect(headers.get('retry-after')).toBe('5');
    expect((await tenant.get('/health/live')).status).toBe(200);
  });

  it('lets a request with an Idempotency-Key that met a fault be tried again, and does it once', async () => {
    const create = () =>
      tenant.post(
        '/api/v1/projects',
        { name: 'Tried again', platforms: ['web'] },
        { 'idempotency-key': 'after a fault'.replaceAll(' ', '-') },
      );
    fault.ofStore = new EventStoreUnavailable('away');
    expectRefusal(await create(), 503, 'UNAVAILABLE');
    delete fault.ofStore;
    const [second, third] = [await create(), await create()];
    expect([second.status, third.status, third.body]).toEqual([201, 201, second.body]);
    expect((await tenant.get('/api/v1/projects')).body.pagination.total).toBe(1);
  });

  describe('that lose the answer to an append which happened', () => {
    const keyed = (key: string) => ({ 'idempotency-key': key });

    it('create no second project when the request is repeated', async () => {
      const customer = await service.tenant('pro');
      const create = () => customer.post('/api/v1/projects', { name: 'Once', platforms: ['web'] }, keyed('project'));
      fault.afterAppendOf = 'ProjectCreated';
      expectRefusal(await create(), 503, 'UNAVAILABLE');
      const { status, body } = await create();
      expect(status).toBe(201);
      expect((await customer.get('/api/v1/projects')).body.data).toEqual([body.data]);
    });

    it.each(['CreditsCharged', 'ScanStarted'])(
      'start and charge no second session when the request is repeated (%s)',
      async (type) => {
        const customer = await service.tenant('pro');
        const directory = await service.directory('nothing-to-see', { 'notes.txt': 'text' });
        const start = () =>
          customer.post('/api/sessions', { target: { directory }, tools: ['css-errors'] }, keyed('session'));
        fault.afterAppendOf = type;
        expectRefusal(await start(), 503, 'UNAVAILABLE');
        const { status, body } = await start();
        expect(status).toBe(202);
        expect((await customer.get('/api/sessions')).body).toMatchObject({
          total: 1,
          sessions: [{ sessionId: body.sessionId }],
        });
        expect((await customer.get('/api/billing/usage')).body.summary.totalScans).toBe(1);
      },
    );

    it('make no second API key for a repeated request, and say that the first cannot be shown again', async () => {
      const create = () => tenant.post('/api/settings/api-keys', { name: 'Once', preset: 'read_only' }, keyed('key'));
      fault.afterAppendOf = 'ApiKeyCreated';
      expectRefusal(await create(), 503, 'UNAVAILABLE');
      expectRefusal(await create(), 409, 'CONFLICT');
      await service.platform.readModels.waitFor(await service.platform.events.head());
      expect(
        (await tenant.get('/api/settings/api-keys')).body.apiKeys.filter(
          ({ name }: { name: string }) => name === 'Once',
        ),
      ).toHaveLength(1);
    });
  });
});
