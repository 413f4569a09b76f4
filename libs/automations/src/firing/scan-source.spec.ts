import type { SourceOverride } from '../domain/automation-fields';
import type { FiringTrigger } from '../domain/firing';
import { scanSource, sourceNote } from './scan-source';

const COMMIT = 'c'.repeat(40);
const PUSH: FiringTrigger = { type: 'hosta_push', repository: 'ada/shop', branch: 'feature', commitSha: COMMIT };
const ADDRESS = 'https://hosta.example';

const actionOf = (sourceOverride: SourceOverride) =>
  ({ type: 'scan', config: { platform: 'web', tools: 'all', failOn: null, sourceOverride } }) as const;
function scanned(sourceOverride: SourceOverride, trigger: FiringTrigger = PUSH) {
  const action = actionOf(sourceOverride);
  const project = { repositoryUrl: `${ADDRESS}/ada/shop`, defaultBranch: 'trunk' };
  const target = scanSource({ trigger, action, project, addresses: { hosta: ADDRESS, hostb: undefined } });
  return { target, note: sourceNote(trigger, action) };
}

describe('what a firing scans whose action names none', () => {
  const action = { type: 'scan', config: { platform: 'web', tools: 'all', failOn: null } } as const;
  const scannedOf = (repositoryUrl: string, base: string) =>
    scanSource({
      trigger: PUSH,
      action,
      project: { repositoryUrl, defaultBranch: 'trunk' },
      addresses: { hosta: base, hostb: undefined },
    });

  it.each([
    [`${ADDRESS}/ada/shop`, ADDRESS],
    [`${ADDRESS}/git/Ada/Shop.git/`, `${ADDRESS}/git/`],
    ['https://mirror.example/all/ada/shop', ADDRESS],
  ])("is the project's repository at %s, where that is the one of the event", (repositoryUrl, base) =>
    expect(scannedOf(repositoryUrl, base)).toMatchObject({ repoUrl: repositoryUrl, commit: COMMIT }),
  );

  it.each([`${ADDRESS}/group/ada/shop`, `${ADDRESS}/grace/tools`, 'git@hosta.example:group/ada/shop'])(
    "is the repository of the event, where the project's is %s",
    (repositoryUrl) => expect(scannedOf(repositoryUrl, ADDRESS)).toMatchObject({ repoUrl: 'ada/shop', commit: COMMIT }),
  );
});

describe('what a firing scans whose action names a source', () => {
  it.each<[string, string, string]>([
    ['by its name', 'grace/tools', 'trunk'],
    ['by its address', 'https://hosta.example/grace/tools.git', 'trunk'],
    ['with a branch', 'grace/tools#next', 'next'],
  ])('is the head of another repository, named %s, and not the commit of the event', (_, targetUrl, branch) => {
    const { target, note } = scanned({ type: 'hosta', targetUrl });
    expect(target).toEqual({ kind: 'hosta', repoUrl: targetUrl.split('#')[0], branch });
    expect(note).toContain(targetUrl);
  });

  it('is another repository where it is called the same at the other host', () =>
    expect(scanned({ type: 'hostb', targetUrl: 'ada/shop' }).target).toEqual({
      kind: 'hostb',
      repoUrl: 'ada/shop',
      branch: 'trunk',
    }));

  it.each(['Ada/Shop', 'https://mirror.example/ada/shop.git'])(
    'is the commit of the event where %s is its repository',
    (targetUrl) => {
      const { target, note } = scanned({ type: 'hosta', targetUrl });
      expect(target).toMatchObject({ branch: 'feature', commit: COMMIT });
      expect(note).toBeNull();
    },
  );

  it('is another repository where only the end of its name is that of the event', () => {
    const { target, note } = scanned({ type: 'hosta', targetUrl: 'group/ada/shop' });
    expect(target).toEqual({ kind: 'hosta', repoUrl: 'group/ada/shop', branch: 'trunk' });
    expect(note).toContain('group/ada/shop');
  });

  it('has the branch that its commit is to be merged into, but not where it is another repository', () => {
    const trigger = { ...PUSH, type: 'hosta_pr', targetBranch: 'main' } as const;
    const of = (targetUrl: string) => scanned({ type: 'hosta', targetUrl }, trigger).target;
    expect(of('ada/shop')).toMatchObject({ branch: 'feature', commit: COMMIT, targetBranch: 'main' });
    expect(of('grace/tools')).not.toHaveProperty('targetBranch');
  });

  it('is the commit that a call of its address names', () =>
    expect(
      scanned({ type: 'hosta', targetUrl: 'grace/tools' }, { type: 'webhook', branch: 'b', commitSha: COMMIT }).target,
    ).toMatchObject({ branch: 'b', commit: COMMIT }));

  it('is a page as it is', () => {
    const { target, note } = scanned({ type: 'url', targetUrl: 'https://site.example/#top' });
    expect(target).toMatchObject({ kind: 'url' });
    expect(note).toBeNull();
  });
});
