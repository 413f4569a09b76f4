import fc from 'fast-check';
import type { AppendFault } from '../../billing/test/failing-appends';
import { branchTurnsStream } from '../src/domain/branch-turns';
import { AUTOMATION, FiringWorld, about, commitSha } from './firing-world';

const PUSH = { branch: 'main', commitSha: 'c'.repeat(40) } as const;

describe('a firing', () => {
  it('starts one scan, however often it is told, and by whomever', async () => {
    const world = await FiringWorld.open();
    const first = await world.fire({ key: 'delivery-1', trigger: { type: 'webhook', ...PUSH } });
    expect(first).toMatchObject({ status: 'running', scanId: expect.stringMatching(/^scn_/) as unknown });
    expect(await world.fire({ key: 'delivery-1', trigger: { type: 'webhook', ...PUSH } })).toMatchObject({
      historyId: first.historyId,
      scanId: first.scanId,
    });
    await world.react();
    world.forgetCheckpoints();
    await world.rest();
    expect(world.of('AutomationTriggered', 'ScanStarted', 'AutomationScanEnded')).toHaveLength(3);
  });

  it('scans the branch and the commit of the event, on behalf of the automation', async () => {
    const world = await FiringWorld.open();
    const { historyId } = await world.fire({ key: '1', trigger: { type: 'webhook', ...PUSH } });
    expect(world.started[0]).toMatchObject({
      projectId: 'prj_1',
      startedBy: 'aut_1',
      automation: { automationId: 'aut_1', historyId },
      target: {
        kind: 'hosta',
        repoUrl: 'https://git.example/ada/engine',
        ...{ branch: 'main', commit: PUSH.commitSha },
      },
    });
  });

  it.each([
    ['all', {}],
    ['security', { categories: ['security'] }],
    ['quality', { categories: ['code-quality'] }],
    [['regex-dos'], { tools: ['regex-dos'] }],
  ] as const)('runs the tools that the action names: %j', async (tools, chosen) => {
    const world = await FiringWorld.open({
      action: { type: 'scan', config: { platform: 'web', tools, failOn: null } },
    });
    await world.fire({ key: '1' });
    const { categories, tools: named } = world.started[0]!;
    expect({ ...(categories && { categories }), ...(named && { tools: named }) }).toEqual(chosen);
  });

  it.each([
    ['AutomationDeleted', {}, 'automation_deleted'],
    ['AutomationChanged', { enabled: false }, 'disabled'],
  ])('starts nothing where it waited for its branch until %s', async (type, data, code) => {
    const world = await FiringWorld.open();
    await world.push(1);
    await world.push(2);
    await world.events.append(`automation-${AUTOMATION}`, [{ type, data: { ...about, ...data } }]);
    await world.rest();
    expect(world.started).toHaveLength(1);
    expect(world.of('AutomationScanSkipped').map((event) => event.data)).toEqual([expect.objectContaining({ code })]);
  });

  it('notes how its scan ended, and how long that took', async () => {
    const world = await FiringWorld.open();
    await world.fire({ key: '1' });
    await world.rest();
    expect(world.of('AutomationScanEnded').map(({ data }) => data)).toEqual([
      expect.objectContaining({ status: 'completed', duration: 1_001 }),
    ]);
  });
});

describe('a firing starts no scan, and says why,', () => {
  const reasonOf = (world: FiringWorld) =>
    world.of('AutomationScanSkipped').map(({ data }) => (data as { code: string }).code);

  it('while the automation is disabled', async () => {
    const world = await FiringWorld.open({ enabled: false });
    expect(await world.fire({ key: '1' })).toMatchObject({ status: 'skipped', scanId: null });
    expect(reasonOf(world)).toEqual(['disabled']);
  });

  it('where whoever fires it knows a reason', async () => {
    const world = await FiringWorld.open();
    const skip = { code: 'tag', reason: 'A tag was pushed' };
    expect(await world.fire({ key: '1', skip })).toMatchObject({ status: 'skipped', reason: 'A tag was pushed' });
    expect(reasonOf(world)).toEqual(['tag']);
  });

  it('where nothing names what to scan', async () => {
    const world = await FiringWorld.open({}, { repositoryUrl: null });
    expect(await world.fire({ key: '1' })).toMatchObject({ status: 'skipped', scanId: null });
    expect(reasonOf(world)).toEqual(['no_source']);
  });

  it('where the tier does not have the platform', async () => {
    const world = await FiringWorld.open({
      action: { type: 'scan', config: { platform: 'ios', tools: 'all', failOn: null } },
    });
    await world.fire({ key: '1' });
    expect(reasonOf(world)).toEqual(['platform_not_allowed']);
  });

  it('where the project is deleted', async () => {
    const world = await FiringWorld.open();
    await world.events.append('project-prj_1', [{ type: 'ProjectDeleted', data: { organizationId: 'org_1' } }]);
    await world.fire({ key: '1' });
    expect(reasonOf(world)).toEqual(['project_deleted']);
  });

  it.each([
    ['INSUFFICIENT_CREDITS', undefined, 'no_credits'],
    ['TARGET_NOT_ALLOWED', undefined, 'target_not_allowed'],
    ['VALIDATION_ERROR', [{ field: 'tools', message: 'unknown tool: gone' }], 'unknown_tool'],
    ['VALIDATION_ERROR', [{ field: 'branch', message: 'is not the name of a branch' }], 'validation_error'],
  ] as const)('where a session is refused: %s', async (code, details, reason) => {
    const world = await FiringWorld.open();
    world.refusal = [code, 'because', details];
    expect(await world.fire({ key: '1', trigger: { type: 'webhook', ...PUSH } })).toMatchObject({ reason: 'because' });
    expect(reasonOf(world)).toEqual([reason]);
    // The branch is free for the next one.
    world.refusal = undefined;
    expect(await world.fire({ key: '2', trigger: { type: 'webhook', ...PUSH } })).toMatchObject({ status: 'running' });
  });
});

describe('pushes on one branch', () => {
  it('end in one scan of the last commit: those between start none, and the one that runs is canceled', async () => {
    const world = await FiringWorld.open();
    for (let number = 1; number <= 40; number += 1) await world.push(number);
    await world.rest();
    expect(world.of('ScanStarted').map(({ data }) => commitOf(data))).toEqual([1, 40]);
    expect(world.of('ScanCompleted')).toHaveLength(1);
    expect(world.of('ScanCanceled')).toHaveLength(1);
    expect(world.of('AutomationScanSkipped').map(({ data }) => (data as { code: string }).code)).toEqual(
      Array.from({ length: 38 }, () => 'superseded'),
    );
  });

  it('have a scan canceled that was only being started when the next push came', async () => {
    const world = await FiringWorld.open();
    world.whileStarting = () => world.push(2);
    await world.push(1);
    expect(world.of('ScanCancelRequested')).toHaveLength(1);
    await world.rest();
    expect(world.of('ScanStarted').map(({ data }) => commitOf(data))).toEqual([1, 2]);
    expect(world.of('ScanCompleted')).toHaveLength(1);
  });

  it.each([
    ['while the newer one is scanned', false],
    ['after the newer one was scanned', true],
  ])('that are told late start no scan and cancel none, and say why: %s', async (_, isOver) => {
    const world = await FiringWorld.open();
    await world.push(3, 'main', { before: commitSha(2) });
    if (isOver) await world.rest();
    const [, late] = [await world.push(2, 'main', { before: commitSha(1) }), await world.push(1)];
    expect(late.status).toBe(isOver ? 'running' : 'pending');
    await world.rest();
    expect(world.of('ScanStarted').map(({ data }) => commitOf(data))).toEqual([3, 1]);
    expect(world.of('AutomationScanSkipped').map(({ data }) => data)).toEqual([
      expect.objectContaining({ code: 'late', reason: expect.stringContaining('a newer event') as unknown }),
    ]);
  });

  it('are taken in the order that they come where an earlier release recorded the ones before', async () => {
    const world = await FiringWorld.open();
    const newest = { historyId: 'run_old', position: 0 };
    await world.events.append(branchTurnsStream(AUTOMATION, 'branch/main'), [
      {
        type: 'BranchTurnDecided',
        data: { automationId: AUTOMATION, holder: null, waiting: null, newest, displaced: [] },
      },
    ]);
    expect(await world.push(2, 'main', { before: commitSha(1) })).toMatchObject({ status: 'running' });
  });

  it('are scanned where the scan before went with its project and nobody noted its end', async () => {
    const world = await FiringWorld.open();
    const first = await world.push(1);
    await world.react();
    await world.deleteSession(world.openSessions()[0]!);
    const next = await world.push(2);
    expect(next.status).toBe('running');
    expect(world.of('AutomationScanEnded').map(({ data }) => data)).toEqual([
      expect.objectContaining({ historyId: first.historyId, status: 'canceled', duration: 0 }),
    ]);
  });

  it('wait no longer for a scan that is deleted with its project', async () => {
    const world = await FiringWorld.open();
    const { historyId, scanId } = await world.push(1);
    await world.push(2);
    const [stream] = world.openSessions();
    const automation = { automationId: AUTOMATION, historyId };
    const started = { sessionId: stream!.replace('session-', ''), scanId, automation };
    await world.deleteSession(stream!, [{ type: 'SessionDeleted', data: { at: about.at, started } }]);
    await world.react();
    expect(world.of('ScanStarted').map(({ data }) => commitOf(data))).toEqual([1, 2]);
  });

  it('leave other branches alone', async () => {
    const world = await FiringWorld.open();
    await world.push(1, 'main');
    await world.push(1, 'next');
    expect(world.openSessions()).toHaveLength(2);
    await world.rest();
    expect(world.of('ScanCompleted')).toHaveLength(2);
  });

  it('scan the last commit once and finally, whatever is lost between any two writes', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.constant('push' as const) },
      { weight: 2, arbitrary: fc.constant('react' as const) },
      { weight: 2, arbitrary: fc.constant('end' as const) },
      { weight: 1, arbitrary: fc.constant('begin anew' as const) },
    );
    const fault = fc.option(fc.constantFrom<AppendFault>('lost-before-writing', 'lost-after-writing'), {
      nil: undefined,
      freq: 3,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.array(fault, { maxLength: 60 }), async (steps, faults) => {
        const world = await FiringWorld.open();
        world.events.faults.push(...faults);
        let pushes = 0;
        const most = { open: 0 };
        const look = () => (most.open = Math.max(most.open, world.openSessions().length));
        for (const each of [...steps, 'push' as const]) {
          if (each === 'push') await world.push((pushes += 1));
          else if (each === 'react') await world.react();
          else if (each === 'begin anew') world.forgetCheckpoints();
          else for (const stream of world.openSessions()) await world.endSession(stream);
          look();
        }
        await world.rest();
        expectSettled(world, pushes);
        expect(most.open).toBeLessThanOrEqual(1);
        world.forgetCheckpoints();
        const before = world.events.log.length;
        await world.rest();
        expect(world.events.log).toHaveLength(before);
      }),
      { numRuns: 300 },
    );
  });
});

const commitOf = (data: unknown): number => Number((data as { target: { commit: string } }).target.commit);

function expectSettled(world: FiringWorld, pushes: number): void {
  const rows = [...world.rows().values()];
  expect(rows).toHaveLength(pushes);
  for (const facts of rows) {
    const types = facts.map(({ type }) => type);
    expect(types.filter((type) => type === 'AutomationTriggered')).toHaveLength(1);
    expect(types.filter((type) => ['AutomationScanSkipped', 'AutomationScanEnded'].includes(type))).toHaveLength(1);
    expect(types.filter((type) => type === 'AutomationScanStarted').length).toBeLessThanOrEqual(1);
  }
  const completed = world.of('ScanCompleted').map(({ stream }) => stream);
  const commits = world
    .of('ScanStarted')
    .filter(({ stream }) => completed.includes(stream))
    .map(({ data }) => commitOf(data));
  expect(commits.at(-1)).toBe(pushes);
  expect(new Set(commits).size).toBe(commits.length);
}
