import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eventsOf } from '../support/event-source';
import { filesBelow, filesThatHold } from '../support/files-below';
import type { GitServer } from '../support/git-server/git-server';
import { credentialsSeen, openPrivateGitServer } from '../support/git-server/private-server';
import { type Canary, openCanary } from '../support/hostile/canary';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAW, FLAWED, projectOf, scanned } from '../support/scanned';

const TOKEN = 'tkn_5ecret_of_ada';
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
    [server, elsewhere, canary] = await Promise.all([openPrivateGitServer(TOKEN), openPrivateGitServer(TOKEN), openCanary()]);
    for (const each of [server, elsewhere]) for (const name of ['ada/shop', 'group/sub/shop']) each.add(name, { main: FLAWED });
    const address = `http://127.0.0.1:${server.port}`;
    service = await runningService({ settings: { ASSAY_HOSTA_URL: address, ASSAY_HOSTB_URL: address, ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port},127.0.0.1:${elsewhere.port}` } });
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

  it.each([['hosta', 'ada/shop', 'x-access-token'], ['hostb', 'group/sub/shop', 'oauth2']])('of %s finds what it has, with the token that its organization has set', async (sourceType, repoUrl, user) => {
    expect((await tenant.post(`/api/settings/integrations/${sourceType}`, { accessToken: TOKEN })).status).toBe(200);
    const { scan, findings } = await scanned(service, tenant, project, { sourceType, repoUrl });
    expect(scan).toMatchObject({ status: 'completed', summary: { total: 1 } });
    expect(findings).toEqual([expect.objectContaining(FLAW)]);
    expect(credentialsSeen(server)).toEqual([`Basic ${Buffer.from(`${user}:${TOKEN}`).toString('base64')}`]);
  });

  it('fails without a token, says where to set one, and costs nothing', async () => {
    const { scan, cost } = await scanned(service, tenant, project, SHOP);
    expect(scan).toMatchObject({ ...FAILED, error: { code: 'CREDENTIAL_NEEDED', message: expect.stringContaining(`set one with POST ${HOSTA}`) } });
    expect(cost).toBe(0);
  });

  it('fails with a token that is refused, without telling which, and costs nothing', async () => {
    await tenant.post(HOSTA, { accessToken: 'tkn_wr0ng_one' });
    const { scan, session, cost } = await scanned(service, tenant, project, SHOP);
    expect(scan).toMatchObject({ ...FAILED, error: { code: 'CREDENTIAL_REFUSED', message: expect.stringContaining(`set another with POST ${HOSTA}`) } });
    expect(JSON.stringify([scan, session])).not.toContain('wr0ng');
    expect(cost).toBe(0);
  });

  it('does not use a token that was removed, of the other integration, or of another organization', async () => {
    await tenant.post(HOSTA, { accessToken: TOKEN });
    await tenant.post(HOSTA, { accessToken: null });
    await tenant.post('/api/settings/integrations/hostb', { accessToken: TOKEN });
    await (await service.tenant('business')).post(HOSTA, { accessToken: TOKEN });
    expect((await scanned(service, tenant, project, SHOP)).scan).toMatchObject({ ...FAILED, error: { code: 'CREDENTIAL_NEEDED' } });
    expect(credentialsSeen(server)).toEqual([undefined]);
  });

  it('sends its token to no other port of the same machine, although it may clone from there', async () => {
    await tenant.post(HOSTA, { accessToken: TOKEN });
    const { scan } = await scanned(service, tenant, project, { sourceType: 'hosta', repoUrl: `http://127.0.0.1:${elsewhere.port}/ada/shop` });
    expect(scan).toMatchObject({ ...FAILED, error: { code: 'CREDENTIAL_NEEDED', message: expect.stringContaining('sent to the hosta of this service only') } });
    expect(credentialsSeen(elsewhere)).toEqual([undefined]);
  });

  it('sends its token nowhere on a service that has no address for the integration', async () => {
    const bare = await runningService({ settings: { ASSAY_ALLOWED_TARGETS: `127.0.0.1:${elsewhere.port}` } });
    try {
      const visitor = await bare.tenant('business');
      await visitor.post(HOSTA, { accessToken: TOKEN });
      const { scan } = await scanned(bare, visitor, await projectOf(visitor), { sourceType: 'hosta', repoUrl: `http://127.0.0.1:${elsewhere.port}/ada/shop` });
      expect(scan).toMatchObject({ ...FAILED, error: { code: 'CREDENTIAL_NEEDED' } });
      expect(credentialsSeen(elsewhere)).toEqual([undefined]);
    } finally {
      await bare.close();
    }
  });

  it('takes its token nowhere when the server leads elsewhere', async () => {
    const leading = await openPrivateGitServer(TOKEN);
    leading.intercept((request, response) => (response.writeHead(302, { location: `${canary.url}${request.url}` }).end(), true));
    const led = await runningService({ settings: { ASSAY_HOSTA_URL: `http://127.0.0.1:${leading.port}`, ASSAY_ALLOWED_TARGETS: '127.0.0.1:*' } });
    try {
      const visitor = await led.tenant('business');
      await visitor.post(HOSTA, { accessToken: TOKEN });
      expect((await scanned(led, visitor, await projectOf(visitor), SHOP)).scan).toMatchObject({ ...FAILED, error: { code: 'REPOSITORY_MOVED' } });
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
    for (const { path, content } of filesBelow(secrets).filter((file) => !before.has(file.path))) writeFileSync(path, content.fill(0, 20));
    const { scan, cost } = await scanned(service, tenant, project, SHOP);
    expect(scan).toMatchObject({ ...FAILED, error: { code: 'CREDENTIAL_UNREADABLE', message: expect.stringMatching(/damaged.* set it again$/) } });
    expect(cost).toBe(0);
    await tenant.post(HOSTA, { accessToken: TOKEN });
    expect((await scanned(service, tenant, project, SHOP)).scan).toMatchObject({ status: 'completed' });
  });

  it('has its token in no answer, and in no file that the service keeps', async () => {
    await tenant.post(HOSTA, { accessToken: TOKEN });
    const { scan, session, findings } = await scanned(service, tenant, project, SHOP);
    const stream = await eventsOf(`${service.url}/api/sessions/${scan.sessionId}/events`, tenant.key);
    const answers = [scan, session, findings, stream, (await tenant.get(`/api/v1/scans/${scan.id}/report`)).body, (await tenant.get('/api/settings/integrations')).body, (await tenant.get('/api/billing/audit')).body];
    expect(JSON.stringify(answers)).not.toContain(TOKEN);
    for await (const event of service.platform.events.readAll()) expect(JSON.stringify(event)).not.toContain(TOKEN);
    expect(filesThatHold(TOKEN, dirname(service.root))).toEqual([]);
  });
});
