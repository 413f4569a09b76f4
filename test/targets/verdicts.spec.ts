import { firingDocuments } from '@assay/automations';
import { type VerdictGiven } from '@assay/verdicts';
import { eventually } from '../faults/eventually';
import { codeHostApi } from '../support/code-host-api';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAWED, FLAWLESS, projectOf } from '../support/scanned';

const AT = '2026-11-05T10:00:00.000Z';
const PUBLIC = 'https://assay.example';

describe("the verdict on an automation's scan", () => {
  let server: GitServer;
  let service: RunningService;
  let tenant: Tenant;
  let projectId: string;
  let commits: Record<string, string>;
  const TOKEN = 'a-token-of-the-organization';
  const api = codeHostApi(TOKEN);
  let thread: ReturnType<typeof api.threads.open>;
  beforeAll(async () => {
    server = await openGitServer();
    const address = `127.0.0.1:${server.port}`;
    service = await runningService({
      settings: {
        ASSAY_HOSTA_URL: `http://${address}`,
        ASSAY_ALLOWED_TARGETS: address,
        ASSAY_PUBLIC_URL: PUBLIC,
      },
    });
    tenant = await service.tenant('business');
    projectId = await projectOf(tenant);
    commits = server.add('ada/shop', { main: FLAWLESS, change: FLAWED });
    server.intercept(api.answer);
    thread = api.threads.open('hosta', 'ada/shop', 7);
    expect((await tenant.post('/api/settings/integrations/hosta', { accessToken: TOKEN })).status).toBe(200);
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  /** Fires, and waits for the verdict. */
  const fired = async (
    historyId: string,
    trigger: object,
    { automationId = 'aut_1', tools = 'all' }: { automationId?: string; tools?: string | string[] } = {},
  ): Promise<VerdictGiven['data']> => {
    const { events } = service.platform;
    const about = { automationId, organizationId: tenant.organizationId, projectId };
    const action = { type: 'scan', config: { platform: 'web', tools, failOn: 'medium' } };
    const names = { automationName: 'On pull request', statusName: `assay/${automationId}` };
    const data = { ...about, ...names, historyId, at: AT, key: historyId, trigger, action };
    const fields = { name: 'On pull request', trigger: { type: 'webhook', config: {} }, action, enabled: true };
    const created = { ...about, ...fields, webhookToken: `token of ${automationId}`, at: AT };
    // An automation that is gone starts no scan.
    await events.append(`automation-${automationId}`, [{ type: 'AutomationCreated', data: created }]);
    const { position } = await events.append(`firing-${historyId}`, [{ type: 'AutomationTriggered', data }]);
    const filter = { types: ['VerdictGiven'] };
    for await (const message of events.subscribeToAll<VerdictGiven>({ after: position, filter }))
      if (message.kind === 'event' && message.event.data.historyId === historyId) {
        await service.platform.readModels.waitFor(message.event.position);
        return message.event.data;
      }
    throw new Error('the log ended');
  };
  const shown = async ({ scanId }: VerdictGiven['data']) =>
    (await tenant.get(`/api/v1/scans/${scanId}`)).body.scan.verdict;
  const inHistory = async (historyId: string) =>
    (await service.platform.readModels.collection(firingDocuments).get(historyId))?.document.verdict;

  const change = () => ({
    type: 'hosta_pr',
    repository: 'ada/shop',
    branch: 'change',
    targetBranch: 'main',
    pullRequest: 7,
    commitSha: commits['change'],
  });

  it('is that of what a change brings to its target branch, in the scan and in the history', async () => {
    const repository = 'ada/shop';
    const first = await fired('run_1', {
      type: 'hosta_push',
      repository,
      branch: 'main',
      commitSha: commits['main'],
    });
    expect(first).toMatchObject({ verdict: 'pass', conditions: { baseline: null } });
    expect(first.notes.join()).toContain('its own baseline');

    const second = await fired('run_2', change());
    const reason = '1 new finding of severity medium or above';
    expect(await shown(second)).toMatchObject({
      verdict: 'fail',
      reason,
      failOn: 'medium',
      targetBranch: 'main',
      baselineScanId: first.scanId,
      newFindings: { total: 1, failing: 1, ids: [expect.stringMatching(/^fnd_/)] },
    });
    expect(await inHistory('run_2')).toEqual({ verdict: 'fail', reason, failOn: 'medium', branch: 'change' });
    expect(await inHistory('run_1')).toMatchObject({ verdict: 'pass' });

    const gone = await fired('run_3', { type: 'hosta_push', repository, branch: 'missing' });
    expect(gone).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('the scan failed') });
  }, 180_000);

  it('is told the code host as the status of the commit, which was pending until then', async () => {
    const filter = { types: ['NotificationDelivered', 'NotificationFailed'] };
    for await (const { kind } of service.platform.events.subscribeToAll({ filter }))
      if (kind === 'event' && api.taken.filter(({ state }) => state !== 'pending').length === 2) break;
    expect(api.refused).toEqual([]);
    const of = (sha: string | undefined) =>
      api.taken.filter((each) => each.sha === sha).map(({ state, description }) => [state, description]);
    const pending = ['pending', 'Assay is scanning this commit'];
    // A pending status that is not told before the verdict is not told any more.
    for (const [branch, verdict] of [
      ['main', ['success', 'pass: there was nothing to compare with']],
      ['change', ['failure', 'fail: 1 new finding of severity medium or above']],
    ] as const)
      expect([[verdict], [pending, verdict]]).toContainEqual(of(commits[branch]));
  }, 60_000);

  it('is a comment on the pull request, whose link opens the report', async () => {
    const filter = { types: ['NotificationDelivered', 'NotificationFailed', 'NotificationSkipped'] };
    // The comment and the annotations, which this token may not make.
    const ended: string[] = [];
    for await (const message of service.platform.events.subscribeToAll({ filter })) {
      if (message.kind !== 'event') continue;
      const { stream, type } = message.event;
      for await (const { data } of service.platform.events.readStream(stream, { limit: 1 })) {
        const { channel } = data as { readonly channel: string };
        if (channel !== 'commit-status') ended.push(`${channel} ${type}`);
      }
      if (ended.length === 2) break;
    }
    expect(ended.sort()).toEqual(['check-run NotificationSkipped', 'pull-request-comment NotificationDelivered']);
    expect(api.refused).toEqual([]);
    expect(thread.comments).toHaveLength(1);
    const { body } = thread.comments[0]!;
    expect(body).toContain('### Assay: fail');
    expect(body).toMatch(/- \*\*\w+\*\* `[^`]+:\d+`: `[^`]+`: `[^`]+` \(`[\w-]+\/[^`]+`\)/);
    const link = /\[The report\]\((https:[^)]+)\)/.exec(body)![1]!;
    const page = await fetch(link.replace(PUBLIC, service.url));
    expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    });
  }, 60_000);

  it('hides no failure of the commit where it is a pass for another branch, or of another automation', async () => {
    // Nothing of that branch is scanned yet, so that nothing is new against it.
    const backport = { ...change(), targetBranch: 'release', pullRequest: 8 };
    const tools = ['biome-css'];
    const passes = [
      await fired('run_4', backport, { tools }),
      await fired('run_5', backport, { automationId: 'aut_2', tools }),
    ];
    expect(passes.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
    const told = new Set<string>();
    const filter = { types: ['NotificationDelivered'] };
    for await (const message of service.platform.events.subscribeToAll({ filter })) {
      if (message.kind !== 'event') continue;
      for await (const { data } of service.platform.events.readStream(message.event.stream, { limit: 1 })) {
        const { channel, topic, content } = data as { channel: string; topic: string; content: { scanId: string } };
        if (channel === 'commit-status' && topic === 'verdict.given') told.add(content.scanId);
      }
      if (passes.every(({ scanId }) => told.has(scanId))) break;
    }
    const lastOf = (name: string) =>
      api.taken.findLast((each) => each.sha === commits['change'] && each.name === name)!;
    expect(lastOf('assay/aut_1')).toMatchObject({
      state: 'failure',
      description: '#7: fail: 1 new finding of severity medium or above',
    });
    expect(lastOf('assay/aut_2')).toMatchObject({ state: 'success' });
    expect(api.refused).toEqual([]);
  }, 120_000);

  it('is that of what a change brings to the commit at which it left its target branch', async () => {
    const repository = 'ada/based';
    let base = '';
    const ids = server.add(repository, {
      main: (objects) => {
        base = objects.commit(objects.treeOf(FLAWED));
        return objects.commit(objects.treeOf(FLAWLESS), { parents: [base], message: 'mended' });
      },
      change: (objects) =>
        objects.commit(objects.treeOf({ ...FLAWED, 'read.me': 'x' }), { parents: [base], message: 'change' }),
    });
    const tools = { tools: ['biome-css'], automationId: 'aut_3' };
    const push = { type: 'hosta_push', repository, branch: 'main' };
    const first = await fired('run_b1', { ...push, commitSha: base }, tools);
    const newest = await fired('run_b2', { ...push, commitSha: ids['main'] }, tools);
    const onChange = { ...change(), repository, pullRequest: 9, commitSha: ids['change'] };
    const judged = await fired('run_b3', onChange, tools);
    expect(await shown(judged)).toMatchObject({
      verdict: 'pass',
      baselineScanId: first.scanId,
      baselineCommit: base,
      mergeBase: base,
      unchanged: 1,
      newFindings: { total: 0 },
    });
    // The target branch is not there any more, but its scans are.
    const unknown = await fired('run_b4', { ...onChange, targetBranch: 'gone' }, tools);
    expect(unknown).toMatchObject({ verdict: 'pass', conditions: { mergeBase: { commit: null, isCompared: false } } });
    expect(newest.conditions.baseline?.scanId).toBe(first.scanId);
  }, 180_000);

  it('is given once, and on one scan, while the code host answers nothing, and told when it does', async () => {
    const repository = 'ada/away';
    const { main } = server.add(repository, { main: ({ line }) => line([{ tree: FLAWED, message: 'Away' }]) });
    const told = () => api.taken.filter(({ sha }) => sha === main).map(({ state }) => state);
    api.scripted.push(...Array.from({ length: 100 }, () => 'none' as const));
    const push = { type: 'hosta_push', repository, branch: 'main', commitSha: main };
    const given = await fired('run_a1', push, { automationId: 'aut_4', tools: ['biome-css'] });
    expect(given).toMatchObject({ verdict: 'pass', conditions: { commit: main } });
    expect(told()).toEqual([]);
    expect(await shown(given)).toMatchObject({ verdict: 'pass' });

    api.scripted.length = 0;
    await eventually('the host is told', () => (told().includes('success') ? true : undefined));
    const ofFiring = new Map<string, number>();
    for await (const { type, data } of service.platform.events.readAll({
      filter: { types: ['ScanStarted', 'VerdictGiven'] },
    }))
      if (JSON.stringify(data).includes('"run_a1"')) ofFiring.set(type, (ofFiring.get(type) ?? 0) + 1);
    expect(Object.fromEntries(ofFiring)).toEqual({ ScanStarted: 1, VerdictGiven: 1 });
  }, 180_000);
});
