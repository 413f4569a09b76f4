import { confine, detectConfinement } from './confinement';
import { letEnginesGiveWay } from './priority';

describe('confinement', () => {
  it('says of every protection whether it works here, how, and else why not', async () => {
    const { protections } = await detectConfinement();
    expect(protections.map(({ name }) => name)).toEqual([
      'network',
      'process-tree',
      'files',
      'own-root',
      'privileges',
      'system-calls',
      'parent-death',
      'cpu-time',
      'memory',
      'control-groups',
      'environment',
    ]);
    expect(protections.filter(({ how }) => how === '')).toEqual([]);
    expect(protections.filter(({ active, reason }) => active === Boolean(reason))).toEqual([]);
  });

  it('is found out once', () => {
    expect(detectConfinement()).toBe(detectConfinement());
  });

  it('only lets a command give way where nothing protects, once this process answers requests', () => {
    const command = () => confine({ wrappers: [], protections: [] }, ['node', 'script.js'], 1_000, { cwd: '/' });
    expect(command()).toEqual(['node', 'script.js']);
    letEnginesGiveWay();
    expect(command()).toEqual(['nice', '-n', '5', 'node', 'script.js']);
  });

  it('puts the wrappers before the command, outermost first, and bounds processor time above the timeout', () => {
    const command = confine(
      { wrappers: ['pdeathsig', 'rlimits', 'user-namespaces', 'no-privileges'], protections: [] },
      ['node', '-strange name'],
      30_000,
      { cwd: '/', scratchMb: 5 },
    );
    expect(command.filter((word) => ['setpriv', 'prlimit', 'unshare', 'node'].includes(word))).toEqual([
      'setpriv',
      'prlimit',
      'unshare',
      'setpriv',
      'node',
    ]);
    expect(command.at(-1)).toBe('-strange name');
    expect(command).toContain(`--fsize=${5 * 1024 * 1024}`);
    expect(Number(/--cpu=(\d+)/.exec(command.join(' '))![1])).toBeGreaterThan(30);
  });
});
