import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import { type Canary, openCanary } from '../support/hostile/canary';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAW, FLAWED, FLAWLESS, over, projectOf, remaining, scanned, startScan } from '../support/scanned';

describe('a scan of a repository', () => {
  let server: GitServer;
  let canary: Canary;
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  beforeAll(async () => {
    [server, canary] = await Promise.all([openGitServer(), openCanary()]);
    const address = `http://127.0.0.1:${server.port}`;
    service = await runningService({
      settings: {
        ASSAY_HOSTA_URL: address,
        ASSAY_HOSTB_URL: address,
        ASSAY_ALLOWED_TARGETS: `127.0.0.1:${server.port}`,
      },
    });
    tenant = await service.tenant('business');
    project = await projectOf(tenant);
    server.add('ada/shop', { main: FLAWED, mended: FLAWLESS });
    server.add('group/sub/shop', { main: FLAWED, mended: FLAWLESS });
  });
  afterEach(() => server.intercept(() => false));
  afterAll(async () => {
    await service.close();
    await server.close();
    expect(canary.connections()).toBe(0);
    await canary.close();
  });

  it.each([
    ['hosta', 'ada/shop'],
    ['hostb', 'group/sub/shop'],
  ])(
    'of %s finds what its branch has, in its own file and line, and says which commit that was',
    async (sourceType, repoUrl) => {
      const { scan, session, findings } = await scanned(service, tenant, project, { sourceType, repoUrl });
      expect(scan).toMatchObject({
        status: 'completed',
        sourceType,
        summary: { critical: 0, high: 0, medium: 1, low: 0, total: 1 },
      });
      expect(findings).toEqual([expect.objectContaining(FLAW)]);
      expect(session).toMatchObject({
        target: { sourceType, repoUrl, branch: 'main' },
        targetSummary: {
          files: 1,
          lines: 1,
          repository: { name: repoUrl, branch: 'main', commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
        },
      });
    },
  );

  it.each([
    ['hosta', 'ada/shop'],
    ['hostb', 'group/sub/shop'],
  ])('of %s finds nothing where another branch has nothing', async (sourceType, name) => {
    const { scan, session, findings } = await scanned(service, tenant, project, {
      sourceType,
      repoUrl: `http://127.0.0.1:${server.port}/${name}.git`,
      branch: 'mended',
    });
    expect(scan).toMatchObject({ status: 'completed', summary: { total: 0 } });
    expect(findings).toEqual([]);
    expect(session.targetSummary.repository).toMatchObject({ name, branch: 'mended' });
  });

  it('of a commit finds what that one has, though its branch has moved on since', async () => {
    let asked = '';
    server.add('ada/moved', {
      main: ({ line }) => line([{ tree: FLAWLESS }], [(asked = line([{ tree: FLAWED }]))]),
    });
    const source = { sourceType: 'hosta', repoUrl: 'ada/moved', commit: asked };
    const { scan, session, findings } = await scanned(service, tenant, project, source);
    expect(scan).toMatchObject({ status: 'completed', summary: { total: 1 } });
    expect(findings).toEqual([expect.objectContaining(FLAW)]);
    expect(session).toMatchObject({
      target: { ...source, branch: 'main' },
      targetSummary: { repository: { name: 'ada/moved', branch: 'main', commit: asked } },
    });
  });

  it.each(['2c3ef2a', `${'c'.repeat(40)} `, 'HEAD', '--upload-pack=touch /tmp/x', 'C'.repeat(40)])(
    'is refused at once where its commit is "%s", which is no full id of one',
    async (commit) =>
      expectInvalid(
        await tenant.post('/api/v1/scans', {
          applicationId: project,
          sourceType: 'hosta',
          repoUrl: 'ada/shop',
          commit,
        }),
        'commit',
      ),
  );

  it.each([
    ['its commit is not there', { repoUrl: 'ada/shop', commit: 'c'.repeat(40) }, 'COMMIT_GONE', /commit c{12} is not/],
    ['its branch is not there', { repoUrl: 'ada/shop', branch: 'gone' }, 'BRANCH_NOT_FOUND', /no branch "gone"/],
    ['it is not there', { repoUrl: 'ada/gone' }, 'REPOSITORY_NOT_FOUND', /does not exist/],
  ])('fails with a reason, and costs nothing, where %s', async (_, source, code, message) => {
    const { scan, cost } = await scanned(service, tenant, project, { sourceType: 'hosta', ...source });
    expect(scan).toMatchObject({
      status: 'failed',
      error: { code, message: expect.stringMatching(message) },
      summary: { total: 0 },
    });
    expect(cost).toBe(0);
  });

  it('fails, goes nowhere and costs nothing where the server leads elsewhere', async () => {
    server.intercept(
      (_, response) => (
        response.writeHead(302, { location: `${canary.url}/ada/shop.git/info/refs?service=git-upload-pack` }).end(),
        true
      ),
    );
    const { scan, cost } = await scanned(service, tenant, project, { sourceType: 'hosta', repoUrl: 'ada/shop' });
    expect(scan).toMatchObject({ status: 'failed', error: { code: 'REPOSITORY_MOVED' } });
    expect(cost).toBe(0);
  });

  it.each([
    ['http://127.0.0.2/ada/shop', 'TARGET_NOT_ALLOWED'],
    ['http://2130706433/ada/shop', 'TARGET_NOT_ALLOWED'],
    ['http://[::1]/ada/shop', 'TARGET_NOT_ALLOWED'],
    ['http://localhost/ada/shop', 'TARGET_NOT_ALLOWED'],
    ['http://169.254.169.254/ada/shop', 'TARGET_NOT_ALLOWED'],
    ['file:///etc/passwd', 'TARGET_NOT_ALLOWED'],
    ['https://me:secret@host.example/ada/shop', 'TARGET_NOT_ALLOWED'],
  ])('is refused at once at %s', async (repoUrl, code) => {
    const before = await remaining(tenant);
    expectRefusal(
      await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'hosta', repoUrl }),
      403,
      code,
    );
    expect(await remaining(tenant)).toBe(before);
  });

  it.each([
    ['ada', 'repoUrl'],
    ['ada/../shop', 'repoUrl'],
    ['ext::sh -c x', 'repoUrl'],
    ['--upload-pack=x', 'repoUrl'],
  ])('is refused at once where it is named "%s"', async (repoUrl, field) =>
    expectInvalid(await tenant.post('/api/v1/scans', { applicationId: project, sourceType: 'hosta', repoUrl }), field),
  );

  it('stops when it is canceled while it is cloned: nothing is left, and everything comes back', async () => {
    const before = await remaining(tenant);
    const asked = new Promise<IncomingMessage>((resolve) => server.intercept((request) => (resolve(request), true)));
    const scan = await startScan(tenant, project, { sourceType: 'hosta', repoUrl: 'ada/shop' });
    const hungUp = once((await asked).socket, 'close');
    const canceled = await tenant.delete(`/api/v1/scans/${scan.id}`);
    expect(canceled).toMatchObject({ status: 200, body: { scan: { id: scan.id, status: 'canceled' } } });
    await hungUp;
    const { scan: ended, session } = await over(service, tenant, scan);
    expect(ended).toMatchObject({ status: 'canceled', summary: { total: 0 } });
    expect(session).toMatchObject({ status: 'partial', progress: { completed: 0, running: 0, pending: 0 } });
    expect(await remaining(tenant)).toBe(before);
  });

  it('leaves nothing of any repository where it was staged', async () => {
    const staged = join(dirname(service.root), 'data/staging');
    // the copy goes just after the session's end
    while (readdirSync(staged).length > 0) await new Promise(setImmediate);
    expect(readdirSync(staged)).toEqual([]);
  });
});
