import type { Trigger } from '@assay/automations';
import type { Fact } from '@assay/kernel';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import { automationOf, followed, recorded } from '../support/hosting/followed';
import * as hosta from '../support/hosting/hosta-payloads';
import * as hostb from '../support/hosting/hostb-payloads';
import { type Delivery, hostaDelivery, hostbDelivery } from '../support/hosting/signed-delivery';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAW, FLAWED, FLAWLESS, over, projectOf, remaining } from '../support/scanned';

const SECRET = 'correct horse battery';
type Started = Fact<'AutomationScanStarted', { automationId: string; scanId: string; sessionId: string }>;

describe('a delivery of a real push', () => {
  let server: GitServer;
  let service: RunningService;
  let tenant: Tenant;
  let project: string;
  beforeAll(async () => {
    server = await openGitServer();
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
    for (const host of ['hosta', 'hostb'])
      await tenant.post(`/api/settings/integrations/${host}`, { webhookSecret: SECRET });
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  const deliver = async (host: 'hosta' | 'hostb', { body, headers }: Delivery) => {
    const { integrations } = (await tenant.get('/api/settings/integrations')).body;
    const { webhookUrl } = integrations.find(({ name }: { name: string }) => name === host);
    return tenant.send('POST', new URL(webhookUrl).pathname, body, headers);
  };
  /** A repository whose branch has a flawless commit on top of a flawed one: the latter's id. */
  const movedOn = (name: string): string => {
    let pushed = '';
    server.add(name, { main: ({ line }) => line([{ tree: FLAWLESS }], [(pushed = line([{ tree: FLAWED }]))]) });
    return pushed;
  };
  const startsOf = async (repoUrl: string) => {
    const starts = [];
    const filter = { types: ['ScanStarted'] };
    type ScanStarted = Fact<'ScanStarted', { readonly target: { readonly repoUrl: string } }>;
    for await (const { data } of service.platform.events.readAll<ScanStarted>({ filter }))
      if (data.target.repoUrl === repoUrl) starts.push(data);
    return starts;
  };
  const automation = (trigger: Trigger) =>
    automationOf(service, tenant, { projectId: project, trigger, tools: ['biome-css'] });

  it.each<['hosta' | 'hostb', string, (name: string) => Trigger, (name: string, commit: string) => Delivery]>([
    [
      'hosta',
      'ada/shop',
      (repository) => ({ type: 'hosta_push', config: { repository, branches: ['main'] } }),
      (repository, after) => hostaDelivery(hosta.push({ repository, after }), { secret: SECRET }),
    ],
    [
      'hostb',
      'group/sub/shop',
      (projectPath) => ({ type: 'hostb_push', config: { projectPath, branches: ['ma*'] } }),
      (path, after) => hostbDelivery(hostb.push({ project: path, after }), { secret: SECRET }),
    ],
    [
      'hosta',
      'ada/requested',
      (repository) => ({ type: 'hosta_pr', config: { repository, events: ['synchronize'], targetBranches: ['main'] } }),
      (repository, commit) =>
        hostaDelivery(hosta.pullRequest({ repository, commit, action: 'synchronize' }), {
          secret: SECRET,
          event: 'pull_request',
        }),
    ],
  ])(
    'of %s (%s) starts the scan of exactly its commit, although the branch has moved on, and once',
    async (host, name, triggerOf, deliveryOf) => {
      const commit = movedOn(name);
      const automationId = await automation(triggerOf(name));
      const delivery = deliveryOf(name, commit);
      const taken = await deliver(host, delivery);
      expect(taken).toMatchObject({ status: 202, body: { success: true, status: 'accepted' } });
      expect(await followed(service, taken.body.deliveryId)).toEqual([automationId]);

      const started = await recorded<Started>(
        service,
        'AutomationScanStarted',
        (data) => data.automationId === automationId,
      );
      const { scan, session, findings } = await over(service, tenant, {
        id: started.scanId,
        sessionId: started.sessionId,
      });
      expect(scan).toMatchObject({ status: 'completed', summary: { total: 1 } });
      expect(session.targetSummary.repository).toMatchObject({ name, commit });
      expect(findings).toEqual([expect.objectContaining(FLAW)]);

      const before = await remaining(tenant);
      expect((await deliver(host, delivery)).body).toEqual({ ...taken.body, status: 'duplicate' });
      expect(await startsOf(name)).toEqual([expect.objectContaining({ scanId: started.scanId })]);
      expect(await remaining(tenant)).toBe(before);
    },
  );

  it('that brings nothing to scan leaves a row with the reason, and costs nothing', async () => {
    const before = await remaining(tenant);
    const repository = 'ada/quiet';
    const pushes: Trigger = { type: 'hosta_push', config: { repository, branches: ['**'] } };
    const requests: Trigger = {
      type: 'hosta_pr',
      config: { repository, events: ['opened'], targetBranches: ['**'] },
    };
    const [byPush, byRequest] = [await automation(pushes), await automation(requests)];
    const { NO_COMMIT } = hosta;
    const told: readonly [string, string, object][] = [
      ['tag', 'push', hosta.push({ repository, ref: 'refs/tags/v1' })],
      ['branch_deleted', 'push', hosta.push({ repository, after: NO_COMMIT })],
      ['empty_push', 'push', hosta.push({ repository, before: NO_COMMIT, commits: [] })],
      ['draft', 'pull_request', hosta.pullRequest({ repository, draft: true })],
      ['fork', 'pull_request', hosta.pullRequest({ repository, from: 'eve/quiet' })],
    ];
    for (const [code, event, payload] of told) {
      const { body } = await deliver('hosta', hostaDelivery(payload, { secret: SECRET, event }));
      const automationId = event === 'push' ? byPush : byRequest;
      expect(await followed(service, body.deliveryId)).toEqual([automationId]);
      const skipped = await recorded<Fact<'AutomationScanSkipped', { automationId: string; code: string }>>(
        service,
        'AutomationScanSkipped',
        (data) => data.automationId === automationId && data.code === code,
      );
      expect(skipped).toMatchObject({ reason: expect.stringMatching(/^The \w/) });
    }
    expect(await remaining(tenant)).toBe(before);
  });
});
