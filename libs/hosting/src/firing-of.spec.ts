import type { Trigger } from '@assay/automations';
import type { Happening, PullRequest } from './domain/happening';
import { firingOf, triggerTypeOf } from './firing-of';

const COMMIT = 'a'.repeat(40);
const about = { repository: 'Ada/Shop', author: 'grace' };
const pushTo = (branch: string): Happening => ({ ...about, kind: 'push', branch, commit: COMMIT });
const requested = (changes: Partial<PullRequest> = {}): Happening => ({
  ...about,
  kind: 'pull-request',
  event: 'opened',
  number: 12,
  branch: 'feature',
  targetBranch: 'main',
  commit: COMMIT,
  draft: false,
  fork: null,
  ...changes,
});

const onPush = (branches = ['main', 'release/*'], repository = 'ada/shop'): Trigger => ({
  type: 'hosta_push',
  config: { repository, branches },
});
const onHostb: Trigger = { type: 'hostb_push', config: { projectPath: 'ada/shop', branches: ['main'] } };
const onAnyOfHostb: Trigger = { type: 'hostb_push', config: { projectPath: 'ada/shop', branches: ['**'] } };
const onRequest = (events = ['opened', 'synchronize'], targetBranches = ['main']): Trigger => ({
  type: 'hosta_pr',
  config: { repository: 'ada/shop', events, targetBranches },
});

describe('what follows from a delivery for an automation', () => {
  it.each([
    ['hosta_push', onPush()],
    ['hostb_push', onHostb],
  ])('is the scan of the commit of a push, for %s, whatever the case of its repository', (type, trigger) =>
    expect(firingOf(trigger, pushTo('main'))).toEqual({
      trigger: { type, event: 'push', repository: 'Ada/Shop', branch: 'main', commitSha: COMMIT, author: 'grace' },
    }),
  );

  it('has what the host said of its place among the events of its branch', () => {
    const order = { before: 'b'.repeat(40), changedAt: '2026-01-01T00:00:00.000Z' };
    const push: Happening = { ...about, kind: 'push', branch: 'main', commit: COMMIT, ...order, forced: true };
    expect(firingOf(onPush(), push)?.trigger).toMatchObject({ ...order, forced: true });
    expect(firingOf(onRequest(), requested(order))?.trigger).toMatchObject(order);
  });

  it('is the scan of the head of a pull request, with what it is to be merged into', () =>
    expect(firingOf(onRequest(), requested())).toEqual({
      trigger: {
        type: 'hosta_pr',
        event: 'opened',
        repository: 'Ada/Shop',
        branch: 'feature',
        targetBranch: 'main',
        pullRequest: 12,
        commitSha: COMMIT,
        author: 'grace',
      },
    }));

  it('is the scan of the head of a merge request whose branch it watches', () =>
    expect(firingOf(onAnyOfHostb, requested({ event: 'synchronize', forced: true }))).toEqual({
      trigger: {
        type: 'hostb_push',
        event: 'synchronize',
        repository: 'Ada/Shop',
        branch: 'feature',
        targetBranch: 'main',
        pullRequest: 12,
        commitSha: COMMIT,
        forced: true,
        author: 'grace',
      },
    }));

  it('is the scan of a fork, too, where its author may push to the repository', () =>
    expect(
      firingOf(onRequest(), requested({ branch: 'pull/12/head', fork: { byCollaborator: true } })),
    ).not.toHaveProperty('skip'));

  it.each<[string, Trigger, Happening]>([
    ['another repository', onPush(), { ...pushTo('main'), repository: 'eve/shop' }],
    ['a repository of which it is the end', onPush(), { ...pushTo('main'), repository: 'x/ada/shop' }],
    ['a branch that it does not watch', onPush(), pushTo('feature')],
    ['an empty push to such a branch', onPush(), { ...about, kind: 'empty-push', branch: 'feature', commit: COMMIT }],
    ['the end of such a branch', onPush(), { ...about, kind: 'branch-deleted', branch: 'feature' }],
    ['a pull request, where it follows pushes', onPush(['**']), requested()],
    ['a merge request of a branch that it does not watch', onHostb, requested()],
    ['a merge request of another project', onHostb, requested({ branch: 'main', repository: 'eve/shop' })],
    ['a merge request that is merged', onHostb, { ...about, kind: 'pull-request-left', number: 12, branch: 'main' }],
    ['a push, where it follows pull requests', onRequest(), pushTo('main')],
    ['an event of a pull request that it does not watch', onRequest(), requested({ event: 'reopened' })],
    ['a branch to merge into that it does not watch', onRequest(), requested({ targetBranch: 'next' })],
    ['a pull request of another repository', onRequest(), requested({ repository: 'eve/shop' })],
    [
      'a push, where it follows a schedule',
      { type: 'schedule', config: { cron: '* * * * *', timezone: 'UTC' } },
      pushTo('main'),
    ],
    ['a push, where it follows calls', { type: 'webhook', config: {} }, pushTo('main')],
  ])('is nothing for %s', (_, trigger, happening) => expect(firingOf(trigger, happening)).toBeUndefined());

  it.each<[string, Trigger, Happening, object]>([
    ['tag', onPush(), { ...about, kind: 'tag', tag: 'v1', deleted: false }, { event: 'tag' }],
    ['tag', onHostb, { ...about, kind: 'tag', tag: 'v1', deleted: true }, { event: 'tag_deleted' }],
    [
      'branch_deleted',
      onPush(),
      { ...about, kind: 'branch-deleted', branch: 'release/1' },
      { event: 'branch_deleted', branch: 'release/1' },
    ],
    [
      'empty_push',
      onPush(),
      { ...about, kind: 'empty-push', branch: 'release/2', commit: COMMIT },
      { event: 'push', branch: 'release/2', commitSha: COMMIT },
    ],
    ['draft', onRequest(), requested({ draft: true }), { pullRequest: 12 }],
    ['fork', onRequest(), requested({ fork: { byCollaborator: false } }), { pullRequest: 12 }],
    ['draft', onRequest(), requested({ draft: true, fork: { byCollaborator: false } }), { pullRequest: 12 }],
    ['draft', onHostb, requested({ branch: 'main', draft: true }), { pullRequest: 12 }],
    [
      'fork',
      onAnyOfHostb,
      requested({ branch: 'merge-requests/12/head', fork: { byCollaborator: undefined } }),
      { pullRequest: 12 },
    ],
  ])('is a row without a scan, which says %s and why', (code, trigger, happening, told) => {
    const firing = firingOf(trigger, happening)!;
    expect(firing).toMatchObject({ trigger: { type: trigger.type, ...told }, skip: { code } });
    expect(firing.skip!.reason).toMatch(/^The (tag|branch|push|pull request|merge request) .{20,}/);
  });

  it('is asked of automations of one type', () => {
    expect(triggerTypeOf('hosta', pushTo('main'))).toBe('hosta_push');
    expect(triggerTypeOf('hostb', pushTo('main'))).toBe('hostb_push');
    expect(triggerTypeOf('hosta', requested())).toBe('hosta_pr');
    expect(triggerTypeOf('hostb', requested())).toBe('hostb_push');
    const left = { ...about, kind: 'pull-request-left', number: 12, branch: 'feature' } as const;
    expect(triggerTypeOf('hostb', left)).toBeUndefined();
  });
});
