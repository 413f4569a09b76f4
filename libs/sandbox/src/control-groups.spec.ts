import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type GroupPlaces, findControlGroups, groupsIn } from './control-groups';
import { startSandboxed } from './sandboxed-process';

describe('control groups', () => {
  let folder: string;
  let mount: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-groups-'));
    mount = join(folder, 'cgroup');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A folder that looks like a group of the kernel. */
  const group = (path: string, { offered = '', passed = '', holds = '' } = {}): string => {
    const at = join(mount, path);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'cgroup.controllers'), offered);
    writeFileSync(join(at, 'cgroup.subtree_control'), passed);
    writeFileSync(join(at, 'cgroup.procs'), holds);
    return at;
  };
  /** A process in the group of this path. */
  const places = (path: string): GroupPlaces => {
    const [membership, mounts] = [join(folder, 'membership'), join(folder, 'mounts')];
    writeFileSync(membership, `9:memory:/elsewhere\n0::${path}\n`);
    writeFileSync(
      mounts,
      `24 1 0:22 / /proc rw - proc proc rw\n30 24 0:26 / ${mount} rw,nosuid - cgroup2 cgroup2 rw\n`,
    );
    return { membership, mounts };
  };
  const contents = (at: string, ...files: string[]) =>
    Object.fromEntries(files.map((file) => [file, readFileSync(join(at, file), 'utf8')]));

  it('are made beside this process where the group above passes limits on', () => {
    const above = group('/service', { passed: 'cpu memory pids' });
    group('/service/main', { holds: `${process.pid}\n` });
    expect(findControlGroups(places('/service/main'))).toMatchObject({ folder: above });
  });

  it('are made in the own group, which this process leaves for one in it', () => {
    const own = group('/service', { offered: 'cpuset cpu io memory pids', holds: `${process.pid}\n` });
    expect(findControlGroups(places('/service'))).toMatchObject({ folder: own });
    expect(contents(own, 'assay-service/cgroup.procs', 'cgroup.subtree_control')).toEqual({
      'assay-service/cgroup.procs': String(process.pid),
      'cgroup.subtree_control': '+memory +pids +cpu',
    });
  });

  it.each([
    ['offers no limits', { offered: 'cpu', holds: `${process.pid}\n` }, /^no limits of memory and pids are delegated/],
    [
      'holds others, too',
      { offered: 'memory pids', holds: `999999\n${process.pid}\n` },
      /holds other processes: .*Delegate=yes/,
    ],
  ])('are not made in a group that %s, and nothing of it is changed', (_, state, reason) => {
    const own = group('/service', state);
    expect(findControlGroups(places('/service'))).toEqual({ reason: expect.stringMatching(reason) });
    expect(readdirSync(own).sort()).toEqual(['cgroup.controllers', 'cgroup.procs', 'cgroup.subtree_control']);
  });

  it('are not made where the system has none of version 2', () => {
    const { membership, mounts } = places('/service');
    writeFileSync(mounts, '24 1 0:22 / /proc rw - proc proc rw\n');
    expect(findControlGroups({ membership, mounts })).toEqual({ reason: 'no control groups of version 2' });
  });

  it('have their limits before a process is in them', () => {
    const above = group('/service', { passed: 'cpu memory pids' });
    const { enter } = groupsIn(above).open({ memoryMb: 300, processes: 40 });
    const made = join(above, `assay-${process.pid}-1`);
    expect(contents(made, 'memory.max', 'memory.oom.group', 'pids.max', 'cpu.weight')).toEqual({
      'memory.max': String(300 * 1024 * 1024),
      'memory.oom.group': '1',
      'pids.max': '40',
      'cpu.weight': '50',
    });
    expect(enter.at(-1)).toBe(join(made, 'cgroup.procs'));
  });

  it('of processes that were killed are removed, and those of running ones stay', () => {
    const above = group('/service', { passed: 'memory pids' });
    const beyondAll = 2 ** 22 + 1; // no process has a higher number than 2 ** 22
    for (const name of [`assay-${beyondAll}-1`, `assay-${process.pid}-7`, 'other']) mkdirSync(join(above, name));
    findControlGroups(places('/service/main'));
    expect(readdirSync(above).filter((name) => !name.startsWith('cgroup.'))).toEqual([
      `assay-${process.pid}-7`,
      'other',
    ]);
  });

  /** Runs a script that says which group it is in. */
  const runIn = async (above: string, script = 'fs.writeSync(3, fs.readFileSync("/proc/self/cgroup"))') => {
    const [file, scratch] = [join(folder, 'script.js'), join(folder, 'scratch')];
    writeFileSync(file, `const fs = require("node:fs"); ${script}`);
    mkdirSync(scratch);
    const child = await startSandboxed({
      script: file,
      cwd: scratch,
      scratchMb: 8,
      timeout: 60_000,
      memoryMb: 300,
      input: '',
      groups: groupsIn(above),
    });
    const [said, end] = await Promise.all([text(child.results), child.ended]);
    return { said, end };
  };

  it('are entered by a child before it does anything', async () => {
    const above = group('/service', { passed: 'memory pids' });
    const { end } = await runIn(above, '');
    const made = join(above, `assay-${process.pid}-1`);
    expect(end).toMatchObject({ kind: 'exited', code: 0 });
    expect(contents(made, 'memory.max', 'cgroup.procs')).toEqual({
      'memory.max': String(308 * 1024 * 1024), // with its scratch folder, which is in memory
      'cgroup.procs': expect.stringMatching(/^\d+\n$/),
    });
  });

  it('tell that the kernel ended a child for want of memory', async () => {
    const above = group('/service', { passed: 'memory pids' });
    const groups = groupsIn(above);
    const opened = groups.open({ memoryMb: 300, processes: 40 });
    const events = join(above, `assay-${process.pid}-1`, 'memory.events');
    expect(opened.ranOutOfMemory()).toBe(false);
    writeFileSync(events, 'low 0\nmax 12\noom 1\noom_kill 0\n');
    expect(opened.ranOutOfMemory()).toBe(false);
    writeFileSync(events, 'low 0\nmax 12\noom 1\noom_kill 2\n');
    expect(opened.ranOutOfMemory()).toBe(true);
  });

  // The kernel's own: here it may have no limits to pass on, but groups can be made, entered, ended and removed.
  const real = ['/sys/fs/cgroup/cgroup.procs', '/sys/fs/cgroup/unified/cgroup.procs'].find((file) => existsSync(file));
  const usable = real !== undefined && process.getuid!() === 0;
  (usable ? it : it.skip)('of the kernel hold a child, and are gone after it', async () => {
    const above = join(real!, '..', `assay-test-${process.pid}`);
    mkdirSync(above);
    try {
      const { said, end } = await runIn(above);
      expect(end).toMatchObject({ kind: 'exited', code: 0 });
      expect(said).toMatch(new RegExp(`^0::.*/assay-test-${process.pid}/assay-${process.pid}-1$`, 'm'));
      expect(readdirSync(above).filter((name) => name.startsWith('assay-'))).toEqual([]);
    } finally {
      rmdirSync(above);
    }
  });
});
