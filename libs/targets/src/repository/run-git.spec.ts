import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ControlGroup, type ControlGroups, groupsIn } from '@assay/sandbox';
import { gitEnvironment } from './git-environment';
import { type GitRun, runGit } from './run-git';

describe('git', () => {
  let folder: string;
  let cwd: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-run-git-'));
    mkdirSync((cwd = join(folder, 'clone')));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (options: Partial<GitRun>) =>
    runGit({
      args: ['version'],
      cwd,
      environment: gitEnvironment(),
      network: false,
      confined: false,
      time: 60_000,
      memoryMb: 300,
      bytes: 1_000_000,
      signal: new AbortController().signal,
      ...options,
    });

  /** A group whose kernel says what the test says. */
  const said = (ranOutOfMemory: boolean) => {
    const calls: string[] = [];
    const group: ControlGroup = {
      enter: ['env'],
      ranOutOfMemory: () => ranOutOfMemory,
      close: () => void calls.push('closed'),
    };
    const groups: ControlGroups = { open: (limits) => (calls.push(JSON.stringify(limits)), group) };
    return { groups, calls };
  };

  it.each([true, false])(
    'is limited by a control group before it does anything, network or not (%s)',
    async (network) => {
      const above = join(folder, 'cgroup');
      mkdirSync(above);
      writeFileSync(join(above, 'cgroup.subtree_control'), 'memory pids');
      expect(await run({ groups: groupsIn(above), network })).toEqual({ code: 0, errorOutput: '' });
      const made = join(above, `assay-${process.pid}-1`);
      expect(readFileSync(join(made, 'memory.max'), 'utf8')).toBe(String(300 * 1024 * 1024));
      expect(readFileSync(join(made, 'pids.max'), 'utf8')).toBe('512');
      expect(readFileSync(join(made, 'cgroup.procs'), 'utf8')).toMatch(/^\d+\n$/);
    },
  );

  it('that the kernel ended for want of memory makes the repository unreadable', async () => {
    const { groups, calls } = said(true);
    await expect(run({ groups, args: ['--no-such-option'] })).rejects.toMatchObject({
      name: 'TargetUnreadable',
      message: expect.stringContaining('more than 300 MB of memory'),
    });
    expect(calls).toContain('closed');
  });

  it('leaves no group behind, however it ends', async () => {
    const { groups, calls } = said(false);
    await run({ groups });
    await expect(run({ groups, signal: AbortSignal.timeout(1), args: ['cat-file', '--batch'] })).rejects.toThrow();
    const opened = calls.filter((call) => call !== 'closed');
    expect(new Set(opened)).toEqual(new Set(['{"memoryMb":300,"processes":512}']));
    expect(calls.lastIndexOf('closed')).toBe(calls.length - 1);
  });

  it('is in the group of its process where that is confined already', async () => {
    const { groups, calls } = said(true);
    expect(await run({ groups, confined: true })).toEqual({ code: 0, errorOutput: '' });
    expect(calls).toEqual([]);
  });

  // The kernel's own: here it may have no limits to pass on, but groups can be made, entered, ended and removed.
  const real = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'].find((each) => existsSync(join(each, 'cgroup.procs')));
  (real !== undefined && process.getuid!() === 0 ? it : it.skip)(
    'is in a group of the kernel, and not after it',
    async () => {
      const above = join(real!, `assay-test-git-${process.pid}`);
      mkdirSync(above);
      try {
        let group = '';
        await run({
          groups: groupsIn(above),
          confined: false,
          args: ['-c', 'alias.where=!while read -r line; do echo "$line"; done </proc/self/cgroup', 'where'],
          onOutput: (chunk) => void (group += chunk.toString()),
        });
        expect(group).toContain(`/assay-test-git-${process.pid}/assay-${process.pid}-1`);
        expect(existsSync(join(above, `assay-${process.pid}-1`))).toBe(false);
      } finally {
        rmdirSync(above);
      }
    },
  );
});
