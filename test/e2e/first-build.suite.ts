import { listen } from '../../libs/http-api/src/http-app';
import { type Service, startService } from '../../libs/runtime/src/service';
import type { EventStore } from '@assay/event-store';
import { readSettings } from '@assay/kernel';
import { openEventStore } from '@assay/platform';
import type { RebuildProgress } from '@assay/read-models';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpClient } from '../support/http-client';
import { expectRefusal } from '../support/refusals';

const EVENTS = 5_000;
/** Within the second batch of 2,000: the first one has been counted. */
const HELD_AT = 2_500;

describe('a service whose read models have to be built from a long log', () => {
  let dataDir: string;
  let service: Service | undefined;
  let starting: Promise<Service>;
  let goOn = () => {};
  let url: string;
  let adminUrl: string;
  let told: RebuildProgress[];

  /** Reads of the log stand still after some events until the test lets them go on. */
  const held = (events: EventStore, reached: () => void): EventStore => {
    const released = new Promise<void>((resolve) => (goOn = resolve));
    async function* readAll(...options: Parameters<EventStore['readAll']>) {
      let read = 0;
      for await (const event of events.readAll(...options)) {
        if ((read += 1) === HELD_AT) {
          reached();
          await released;
        }
        yield event;
      }
    }
    return new Proxy(events, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (name === 'readAll') return readAll;
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  };

  beforeAll(async () => {
    dataDir = await realpath(await mkdtemp(join(tmpdir(), 'assay-first-build-')));
    told = [];
    let reach = () => {};
    const reached = new Promise<void>((resolve) => (reach = resolve));
    let listens = (_: string) => {};
    const listening = new Promise<string>((resolve) => (listens = resolve));
    const settings = readSettings({
      ASSAY_DATA_DIR: dataDir,
      ASSAY_DIRECTORY_ROOTS: dataDir,
      ASSAY_LOG_LEVEL: 'silent',
      ASSAY_UNCONFINED: 'allow',
      ASSAY_ROLES: 'api,projector,worker',
      ASSAY_ADMIN_PORT: '0',
      PORT: '0',
    });
    starting = startService(settings, {
      openers: {
        async openEventStore(of, options) {
          const events = await openEventStore(of, options);
          for (let appended = 0; appended < EVENTS; appended += 1_000)
            await events.append('organizations-of-before', organizations(appended, 1_000));
          return held(events, reach);
        },
      },
      whileStarting: async (http) => listens(await listen(http, { host: '127.0.0.1', port: 0 })),
      onBuild: (progress) => told.push(progress),
    });
    await Promise.race([reached, starting]);
    url = await listening;
    service = undefined;
  });
  afterAll(async () => {
    goOn();
    service ??= await starting;
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('answers the API with 503, how much of the log is read, and when to ask again', async () => {
    const client = httpClient(url, { authorization: 'Bearer asy_any' });
    for (const answer of [
      await client.get('/api/v1/projects'),
      await client.post('/api/sessions', { target: {} }),
      await client.get('/api/v1/tools'),
    ]) {
      expectRefusal(answer, 503, 'UNAVAILABLE');
      expect(answer.body.error).toMatchObject({
        message: 'The read models are being built from the log (40 % of it read); try again when that is done',
        details: { percent: 40 },
      });
      const seconds = Number(answer.headers.get('retry-after'));
      expect(seconds).toBeGreaterThanOrEqual(5);
      expect(seconds).toBeLessThanOrEqual(120);
    }
    const problem = await httpClient(url, { accept: 'application/problem+json' }).get('/api/v1/projects');
    expect(problem.body).toMatchObject({ status: 503, code: 'UNAVAILABLE', details: { percent: 40 } });
  });

  it('still says of an unknown path that it is one', async () => {
    expectRefusal(await httpClient(url).get('/api/nothing'), 404, 'NOT_FOUND');
  });

  it('is alive, and says in its readiness how far it is: to anybody in percent only', async () => {
    expect((await httpClient(url).get('/health/live')).status).toBe(200);
    const { status, body } = await httpClient(url).get('/health');
    expect({ status, body }).toEqual({
      status: 503,
      body: {
        status: 'starting',
        building: { percent: 40 },
        checks: {
          eventStore: { status: 'up' },
          readModels: { status: 'up' },
          projections: { status: 'down', reason: expect.stringMatching(/^\D+$/) },
        },
      },
    });
  });

  it('tells whoever started it, answers when it is done, and is ready', async () => {
    expect(told.map(({ percent, position, head }) => ({ percent, position, head }))).toEqual([
      { percent: 40, position: 2_000, head: EVENTS },
    ]);
    goOn();
    service = await starting;
    adminUrl = service.adminUrl!;
    expectRefusal(await httpClient(url).get('/api/v1/projects'), 401, 'INVALID_API_KEY');
    const ready = await httpClient(adminUrl).get('/health/ready');
    expect(ready).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(ready.body).not.toHaveProperty('building');
  });
});

const organizations = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'OrganizationCreated',
    data: {
      organizationId: `org_${from + index}`,
      name: 'Of before',
      tier: 'free',
      at: '2026-01-01T00:00:00.000Z',
    },
  }));
