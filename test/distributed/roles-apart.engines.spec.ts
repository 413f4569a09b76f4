import { BootstrapOrganization } from '@assay/identity';
import { readSettings } from '@assay/kernel';
import { CommandBus } from '@nestjs/cqrs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '../../libs/http-api/src/http-app';
import { type Service, startService } from '../../libs/runtime/src/service';
import { eventually } from '../faults/eventually';
import { eventsOf } from '../support/event-source';
import { type HttpClient, type Json, httpClient } from '../support/http-client';
import { expectRefusal } from '../support/refusals';
import '../support/running-service';
import { SHARED, type SharedEngines, sharedEngines } from '../support/shared-engines';
import { DOCUMENT, STYLESHEET } from '../support/targets';

const TOOLS = ['css-errors', 'markdown-lint'];

describe('roles in processes of their own', () => {
  let folder: string;
  let engines: SharedEngines;
  let started: Service[];
  let number = 0;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-roles-')));
    await mkdir(join(folder, 'target'));
    for (const [file, content] of Object.entries({ ...STYLESHEET, ...DOCUMENT }))
      await writeFile(join(folder, 'target', file), content);
    engines = await sharedEngines(folder);
    started = [];
  });
  afterEach(async () => {
    for (const service of started.reverse()) await service.close();
    await engines.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(role: string): Promise<Service> {
    const service = await startService(
      readSettings({
        ...SHARED,
        ASSAY_DATA_DIR: join(folder, `data-${number++}`),
        ASSAY_DIRECTORY_ROOTS: `*=${folder}`,
        ASSAY_ROLES: role,
        ASSAY_ADMIN_PORT: '0',
        ASSAY_ENGINE_SLOTS: '2',
        ASSAY_LOG_LEVEL: 'silent',
      }),
      { openers: engines.openers },
    );
    started.push(service);
    return service;
  }

  async function stop(service: Service): Promise<void> {
    started.splice(started.indexOf(service), 1);
    await service.close();
  }

  async function startApi(): Promise<{ api: Service; url: string; anonymous: HttpClient }> {
    const api = await start('api');
    const url = await listen(api.http!, { host: '127.0.0.1', port: 0 });
    return { api, url, anonymous: httpClient(url) };
  }

  const bootstrap = ({ app }: Service) =>
    app.get(CommandBus).execute(new BootstrapOrganization({ name: 'Apart', tier: 'pro' }));

  /** The first key of a new store, and a client that presents it. */
  async function firstTenant(api: Service, url: string): Promise<{ key: string; client: HttpClient }> {
    const first = await bootstrap(api);
    if (!first.created) throw new Error('the store was not new');
    return { key: first.key, client: httpClient(url, { authorization: `Bearer ${first.key}` }) };
  }
  const startSession = (client: HttpClient) =>
    client.post('/api/sessions', { target: { directory: join(folder, 'target') }, tools: TOOLS });
  const ended = (client: HttpClient, sessionId: string): Promise<Json> =>
    eventually('the session ends', async () => {
      const { status, body } = await client.get(`/api/sessions/${sessionId}`);
      return status === 200 && ['completed', 'partial', 'failed'].includes(body.status) ? body : undefined;
    });
  /** A session is charged for its start, and once its lines are counted for those. */
  const chargesOf = async (client: HttpClient) =>
    (await client.get('/api/billing/audit')).body.entries.filter(({ type }: { type: string }) => type === 'scan')
      .length;

  it('run a session together as one process does, and tell its client as it goes', async () => {
    const { api, url } = await startApi();
    await start('projector');
    await start('worker');
    const { key, client } = await firstTenant(api, url);
    const answer = await startSession(client);
    expect(answer.status).toBe(202);
    const told = await eventsOf(`${url}/api/sessions/${answer.body.sessionId}/events`, key);
    expect(told.at(-1)).toMatchObject({ event: 'end', data: { status: 'completed', summary: { toolsRun: 2 } } });
    const { body } = await client.get(`/api/v1/findings?scanId=${answer.body.scanId}`);
    expect(body.findings.map(({ tool }: { tool: string }) => tool)).toContain('css-errors');
    for (const { adminUrl } of started)
      expect(await httpClient(adminUrl!).get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('start in any order: an API without a projector says what is missing, and nothing that is wrong', async () => {
    const { api, url, anonymous } = await startApi();
    const { client } = await firstTenant(api, url);
    const health = await anonymous.get('/health');
    expect(health).toMatchObject({
      status: 503,
      body: {
        status: 'unavailable',
        checks: { eventStore: { status: 'up' }, readModels: { status: 'up' }, projections: { status: 'down' } },
      },
    });
    // Not 401: whether the key is good, nobody here can know yet.
    expectRefusal(await client.get('/api/v1/projects'), 503, 'UNAVAILABLE');

    await start('projector');
    await eventually('the API is ready', async () =>
      (await anonymous.get('/health')).status === 200 ? true : undefined,
    );
    expect((await client.get('/api/v1/projects')).status).toBe(200);
  });

  it('say "not found" of nothing that was written while the projector was away', async () => {
    const { api, url } = await startApi();
    const projector = await start('projector');
    const { client } = await firstTenant(api, url);
    expect(
      await eventually('the key is known', async () =>
        (await client.get('/api/v1/projects')).status === 200 ? true : undefined,
      ),
    ).toBe(true);
    await stop(projector);
    const created = await client.post('/api/v1/projects', { name: 'Written meanwhile', platforms: ['web'] });
    // Whether it is told as created or the answer says that nobody can know yet: it is not "not found".
    const answer = created.status === 201 ? await client.get(`/api/v1/projects/${created.body.data.id}`) : created;
    expectRefusal(answer, 503, 'UNAVAILABLE');

    await start('projector');
    const list = await eventually('the project is there', async () => {
      const answer = await client.get('/api/v1/projects');
      return answer.status === 200 && answer.body.data.length > 0 ? answer : undefined;
    });
    expect(list.body.data).toMatchObject([{ name: 'Written meanwhile' }]);
  });

  it('may be there twice: two projectors and a session that both start end it once and charge it once', async () => {
    const { api, url } = await startApi();
    await Promise.all([start('projector'), start('projector')]);
    await start('worker');
    const { client } = await firstTenant(api, url);
    const {
      body: { sessionId },
    } = await eventually('a session starts', async () => {
      const answer = await startSession(client);
      return answer.status === 202 ? answer : undefined;
    });
    expect(await ended(client, sessionId)).toMatchObject({ status: 'completed', summary: { toolsRun: 2 } });
    expect(await chargesOf(client)).toBe(2);
    expect((await client.get('/api/billing/audit')).body).toMatchObject({
      chain: { valid: true },
      drift: { difference: 0 },
    });
  });

  it('make one first organization and one key, however many APIs begin on a new store', async () => {
    const apis = [(await startApi()).api, (await startApi()).api, (await startApi()).api];
    const made = await Promise.all(apis.map(bootstrap));
    expect(made.filter(({ created }) => created)).toHaveLength(1);
  });

  it('go on with a session whose workflow an operator has terminated', async () => {
    const { api, url } = await startApi();
    const projector = await start('projector');
    const { client } = await firstTenant(api, url);
    const {
      body: { sessionId },
    } = await eventually('a session starts', async () => {
      const answer = await startSession(client);
      return answer.status === 202 ? answer : undefined;
    });
    await eventually('its workflow runs', () => (engines.running().includes(sessionId) ? true : undefined));
    await engines.terminateWorkflows();
    // No worker was there: it has not begun. The reactor's checkpoint is behind its start, only the resumption finds
    // it.
    await stop(projector);
    await start('projector');
    await start('worker');
    expect(await ended(client, sessionId)).toMatchObject({ status: 'completed', refund: { refundedCredits: 0 } });
    expect(await chargesOf(client)).toBe(2);
  });

  it('cancel across processes, with the refund', async () => {
    const { api, url } = await startApi();
    await start('projector');
    const { client } = await firstTenant(api, url);
    const {
      body: { sessionId },
    } = await eventually('a session starts', async () => {
      const answer = await startSession(client);
      return answer.status === 202 ? answer : undefined;
    });
    expect((await client.delete(`/api/sessions/${sessionId}`)).status).toBe(200);
    await start('worker');
    expect(await ended(client, sessionId)).toMatchObject({ summary: { toolsRun: 0, toolsSkipped: 2 } });
  });
});
