import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '../faults/eventually';
import { endLeftovers, startProcess } from '../faults/service-under-test';
import { eventsOf } from '../support/event-source';
import { filesBelow, filesThatHold } from '../support/files-below';
import type { GitServer } from '../support/git-server/git-server';
import { credentialsSeen, openPrivateGitServer } from '../support/git-server/private-server';
import { type Canary, openCanary } from '../support/hostile/canary';
import { httpClient } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAW, FLAWED, projectOf, scanned } from '../support/scanned';
import { traceReceiver } from '../support/trace-receiver';

const TOKEN = 'tkn_5ecret_of_ada';
const KEY = 'c0ffee15'.repeat(8);
const HOSTA = '/api/settings/integrations/hosta';
const SHOP = { sourceType: 'hosta', repoUrl: 'ada/shop' };
const FAILED = { status: 'failed', summary: { total: 0 } };

describe('a scan of a private repository', () => {
  let server: GitServer;
  let elsewhere: GitServer;
  let canary: Canary;
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  beforeAll(async () => {
    [server, elsewhere, canary] = await Promise.all([
      openPrivateGitServer(TOKEN),
      openPrivateGitServer(TOKEN),
      openCanary(),
    ]);
    for (const each of [server, elsewhere])
      for (const name of ['ada/shop', 'group/sub/shop']) each.add(name, { main: FLAWED });
    const address = `http://127.0.0.1:${server.port}`;
    service = await runningService({
      settings: {
        ASSAY_HOSTA_URL: address,
        ASSAY_HOSTB_URL: address,
        ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port},127.0.0.1:${elsewhere.port}`,
      },
    });
  });
  beforeEach(async () => {
    server.requests.length = elsewhere.requests.length = 0;
    tenant = await service.tenant('business');
    project = await projectOf(tenant);
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([server.close(), elsewhere.close(), canary.close()]);
  });

  it.each([
    ['hosta', 'ada/shop', 'x-access-token'],
    ['hostb', 'group/sub/shop', 'oauth2'],
  ])('of %s finds what it has, with the token that its organization has set', async (sourceType, repoUrl, user) => {
    expect((await tenant.post(`/api/settings/integrations/${sourceType}`, { accessToken: TOKEN })).status).toBe(200);
    const { scan, findings } = await scanned(service, tenant, project, { sourceType, repoUrl });
    expect(scan).toMatchObject({ status: 'completed', summary: { total: 1 } });
    expect(findings).toEqual([expect.objectContaining(FLAW)]);
    expect(credentialsSeen(server)).toEqual([`Basic ${Buffer.from(`${user}:${TOKEN}`).toString('base64')}`]);
  });

  it('fails without a token, says where to set one, and costs nothing', async () => {
    const { scan, cost } = await scanned(service, tenant, project, SHOP);
    expect(scan).toMatchObject({
      ...FAILED,
      error: { code: 'CREDENTIAL_NEEDED', message: expect.stringContaining(`set one with POST ${HOSTA}`) },
    });
    expect(cost).toBe(0);
  });

  it('fails with a token that is refused, without telling which, and costs nothing', async () => {
    await tenant.post(HOSTA, { accessToken: 'tkn_wr0ng_one' });
    const { scan, session, cost } = await scanned(service, tenant, project, SHOP);
    expect(scan).toMatchObject({
      ...FAILED,
      error: { code: 'CREDENTIAL_REFUSED', message: expect.stringContaining(`set another with POST ${HOSTA}`) },
    });
    expect(JSON.stringify([scan, session])).not.toContain('wr0ng');
    expect(cost).toBe(0);
  });

  it('does not use a token that was removed, of the other integration, or of another organization', async () => {
    await tenant.post(HOSTA, { accessToken: TOKEN });
    await tenant.post(HOSTA, { accessToken: null });
    await tenant.post('/api/settings/integrations/hostb', { accessToken: TOKEN });
    await (await service.tenant('business')).post(HOSTA, { accessToken: TOKEN });
    expect((await scanned(service, tenant, project, SHOP)).scan).toMatchObject({
      ...FAILED,
      error: { code: 'CREDENTIAL_NEEDED' },
    });
    expect(credentialsSeen(server)).toEqual([undefined]);
  });

  it('sends its token to no other port of the same machine, although it may clone from there', async () => {
    await tenant.post(HOSTA, { accessToken: TOKEN });
    const { scan } = await scanned(service, tenant, project, {
      sourceType: 'hosta',
      repoUrl: `http://127.0.0.1:${elsewhere.port}/ada/shop`,
    });
    expect(scan).toMatchObject({
      ...FAILED,
      error: { code: 'CREDENTIAL_NEEDED', message: expect.stringContaining('sent to the hosta of this service only') },
    });
    expect(credentialsSeen(elsewhere)).toEqual([undefined]);
  });

  it('sends its token nowhere on a service that has no address for the integration', async () => {
    const bare = await runningService({ settings: { ASSAY_ALLOWED_TARGETS: `127.0.0.1:${elsewhere.port}` } });
    try {
      const visitor = await bare.tenant('business');
      await visitor.post(HOSTA, { accessToken: TOKEN });
      const { scan } = await scanned(bare, visitor, await projectOf(visitor), {
        sourceType: 'hosta',
        repoUrl: `http://127.0.0.1:${elsewhere.port}/ada/shop`,
      });
      expect(scan).toMatchObject({ ...FAILED, error: { code: 'CREDENTIAL_NEEDED' } });
      expect(credentialsSeen(elsewhere)).toEqual([undefined]);
    } finally {
      await bare.close();
    }
  });

  it('takes its token nowhere when the server leads elsewhere', async () => {
    const leading = await openPrivateGitServer(TOKEN);
    leading.intercept(
      (request, response) => (response.writeHead(302, { location: `${canary.url}${request.url}` }).end(), true),
    );
    const led = await runningService({
      settings: { ASSAY_HOSTA_URL: `http://127.0.0.1:${leading.port}`, ASSAY_ALLOWED_TARGETS: '127.0.0.1:*' },
    });
    try {
      const visitor = await led.tenant('business');
      await visitor.post(HOSTA, { accessToken: TOKEN });
      expect((await scanned(led, visitor, await projectOf(visitor), SHOP)).scan).toMatchObject({
        ...FAILED,
        error: { code: 'REPOSITORY_MOVED' },
      });
      expect(canary.connections()).toBe(0);
    } finally {
      await led.close();
      await leading.close();
    }
  });

  it('fails, and costs nothing, where the token cannot be read any more', async () => {
    const secrets = join(dirname(service.root), 'data/secrets');
    const before = new Set(filesBelow(secrets).map(({ path }) => path));
    await tenant.post(HOSTA, { accessToken: TOKEN });
    for (const { path, content } of filesBelow(secrets).filter((file) => !before.has(file.path)))
      writeFileSync(path, content.fill(0, 20));
    const { scan, cost } = await scanned(service, tenant, project, SHOP);
    expect(scan).toMatchObject({
      ...FAILED,
      error: { code: 'CREDENTIAL_UNREADABLE', message: expect.stringMatching(/damaged.* set it again$/) },
    });
    expect(cost).toBe(0);
    await tenant.post(HOSTA, { accessToken: TOKEN });
    expect((await scanned(service, tenant, project, SHOP)).scan).toMatchObject({ status: 'completed' });
  });

  it('has its token in no answer, and in no file that the service keeps', async () => {
    await tenant.post(HOSTA, { accessToken: TOKEN });
    const { scan, session, findings } = await scanned(service, tenant, project, SHOP);
    const stream = await eventsOf(`${service.url}/api/sessions/${scan.sessionId}/events`, tenant.key);
    const answers = [
      scan,
      session,
      findings,
      stream,
      (await tenant.get(`/api/v1/scans/${scan.id}/report`)).body,
      (await tenant.get('/api/settings/integrations')).body,
      (await tenant.get('/api/billing/audit')).body,
    ];
    expect(JSON.stringify(answers)).not.toContain(TOKEN);
    for await (const event of service.platform.events.readAll()) expect(JSON.stringify(event)).not.toContain(TOKEN);
    expect(filesThatHold(TOKEN, dirname(service.root))).toEqual([]);
  });

  it('has its token in no line of the log and no trace, whatever goes wrong with it', async () => {
    const receiver = await traceReceiver();
    const folder = mkdtempSync(join(tmpdir(), 'assay-private-'));
    try {
      const serving = await startProcess({
        dataDir: join(folder, 'data'),
        roots: folder,
        environment: {
          ASSAY_HOSTA_URL: `http://127.0.0.1:${server.port}`,
          ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port}`,
          ASSAY_LOG_LEVEL: 'trace',
          ASSAY_TRACES_URL: receiver.url,
          ASSAY_SECRET_KEY: KEY,
        },
      });
      const client = httpClient(serving.url, { authorization: `Bearer ${serving.key}` });
      const {
        body: {
          data: { id: applicationId },
        },
      } = await client.post('/api/v1/projects', { name: 'Scanned', platforms: ['web'] });
      const scan = async () => {
        const {
          body: {
            scan: { id, sessionId },
          },
        } = await client.post('/api/v1/scans', { applicationId, ...SHOP });
        await eventsOf(`${serving.url}/api/sessions/${sessionId}/events`, serving.key!);
        return eventually('the scan is over', async () => {
          const { body } = await client.get(`/api/v1/scans/${id}`);
          return ['completed', 'failed'].includes(body.scan.status) ? body.scan : undefined;
        });
      };
      await client.post(HOSTA, { accessToken: TOKEN, webhookSecret: TOKEN });
      expect(await scan()).toMatchObject({ status: 'completed' });
      expect((await client.post(HOSTA, { accessToken: `${TOKEN}\n` })).status).toBe(400);
      expect(
        (await client.send('POST', HOSTA, `{"accessToken":"${TOKEN}`, { 'content-type': 'application/json' })).status,
      ).toBe(400);
      for (const { path, content } of filesBelow(join(folder, 'data/secrets')))
        writeFileSync(path, content.fill(0, 20));
      expect(await scan()).toMatchObject({ status: 'failed', error: { code: 'CREDENTIAL_UNREADABLE' } });
      rmSync(join(folder, 'data/secrets'), { recursive: true });
      writeFileSync(join(folder, 'data/secrets'), 'no folder any more');
      expect((await client.post(HOSTA, { accessToken: TOKEN })).status).toBe(503);
      await serving.stop();
      const { output, errorOutput } = await serving.ended;
      expect(errorOutput).toContain('the secret store in');
      expect(receiver.spans.map(({ name }) => name)).toContain('command SetIntegration');
      for (const hidden of [TOKEN, Buffer.from(`x-access-token:${TOKEN}`).toString('base64'), KEY])
        expect([output, errorOutput, JSON.stringify(receiver.spans)].filter((text) => text.includes(hidden))).toEqual(
          [],
        );
      expect(filesThatHold(TOKEN, folder)).toEqual([]);
    } finally {
      await endLeftovers();
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
