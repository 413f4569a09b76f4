import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The limits of a process and all its descendants, enforced by the kernel. */
export interface GroupLimits {
  /** Resident memory, unnamed files, and files in file systems in memory. */
  readonly memoryMb: number;
  readonly processes: number;
}

/** A control group for one child. */
export interface ControlGroup {
  /** A command that enters the group and then runs the command in its arguments. */
  readonly enter: readonly string[];
  /** Whether the kernel killed a process of the group for lack of memory. */
  ranOutOfMemory(): boolean;
  /** Ends the remaining processes, and removes the group once they are gone. */
  close(): void;
}

export interface ControlGroups {
  open(limits: GroupLimits): ControlGroup;
}

export type FoundGroups =
  | { readonly groups: ControlGroups; readonly folder: string }
  | { readonly groups?: undefined; readonly reason: string };

/** The controllers that must be delegated. The weight of the processor is set only if `cpu` is delegated, too. */
const REQUIRED = ['memory', 'pids'];
const PREFIX = 'assay-';
/** Less than the default weight of 100, so that the process that answers requests goes before engines. */
const WEIGHT = '50';

/** Where this process finds control groups (version 2). Tests use other places. */
export interface GroupPlaces {
  readonly membership: string;
  readonly mounts: string;
  readonly required?: readonly string[];
}

/**
 * Finds a control group that is delegated to this process, and prepares it for groups of engines: the parent of this
 * process's own group (systemd: DelegateSubgroup=), or its own, if it has no other process (Delegate=yes).
 */
export function findControlGroups({
  membership = '/proc/self/cgroup',
  mounts = '/proc/self/mountinfo',
  required = REQUIRED,
}: Partial<GroupPlaces> = {}): FoundGroups {
  if (!existsSync(membership) || !existsSync(mounts)) return { reason: `no control groups on ${process.platform}` };
  const path = /^0::(.*)$/m.exec(readFileSync(membership, 'utf8'))?.[1];
  const mount = readFileSync(mounts, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find((fields) => fields[fields.indexOf('-') + 1] === 'cgroup2')?.[4];
  if (path === undefined || mount === undefined) return { reason: 'no control groups of version 2' };
  const own = path === '/' ? mount : join(mount, path);
  // A group with processes cannot pass limits on to its subgroups.
  const above = dirname(own);
  const passed = own !== mount && listOf(join(above, 'cgroup.subtree_control'));
  if (passed && required.every((name) => passed.includes(name)) && isWritable(above)) return ready(above);
  const offered = listOf(join(own, 'cgroup.controllers'));
  const lacking = required.filter((name) => !offered.includes(name));
  if (lacking.length > 0) return { reason: `no limits of ${lacking.join(' and ')} are delegated to ${own}` };
  if (!isWritable(own)) return { reason: `${own} is not delegated: this user cannot write it` };
  // The first process of a container is its init, and may move together with the process that it started.
  const movable = new Set([process.pid, ...(process.ppid === 1 ? [1] : [])].map(String));
  const held = listOf(join(own, 'cgroup.procs'));
  const others = held.filter((pid) => !movable.has(pid));
  if (others.length > 0)
    return { reason: `${own} holds other processes: start the service in a group of its own (systemd: Delegate=yes)` };
  try {
    const leaf = join(own, `${PREFIX}service`);
    mkdirSync(leaf, { recursive: true });
    for (const pid of held) writeFileSync(join(leaf, 'cgroup.procs'), pid);
    const wanted = [...required, 'cpu'].filter((name) => offered.includes(name));
    writeFileSync(join(own, 'cgroup.subtree_control'), wanted.map((name) => `+${name}`).join(' '));
  } catch (error) {
    return { reason: `${own} cannot be divided: ${(error as Error).message}` };
  }
  return ready(own);
}

function ready(folder: string): FoundGroups {
  removeAbandoned(folder);
  return { groups: groupsIn(folder), folder };
}

/** Opens groups in a delegated folder, with the limits that the folder passes on. */
export function groupsIn(folder: string): ControlGroups {
  const limits = listOf(join(folder, 'cgroup.subtree_control'));
  const emptied = new Set<string>();
  let opened = 0;
  return {
    open({ memoryMb, processes }) {
      // Groups that could not be removed yet: the kernel takes a moment to end processes.
      for (const each of emptied) if (remove(each)) emptied.delete(each);
      const group = join(folder, `${PREFIX}${process.pid}-${(opened += 1)}`);
      mkdirSync(group);
      const set = (file: string, value: string) => writeFileSync(join(group, file), value);
      if (limits.includes('memory')) {
        set('memory.max', String(memoryMb * 1024 * 1024));
        set('memory.oom.group', '1');
        if (existsSync(join(group, 'memory.swap.max'))) set('memory.swap.max', '0'); // not on a kernel without swap
      }
      if (limits.includes('pids')) set('pids.max', String(processes));
      if (limits.includes('cpu')) set('cpu.weight', WEIGHT);
      return {
        enter: ['sh', '-c', 'echo $$ >"$0" && exec "$@"', join(group, 'cgroup.procs')],
        ranOutOfMemory: () => {
          const events = join(group, 'memory.events');
          return existsSync(events) && /^oom_(group_)?kill [1-9]/m.test(readFileSync(events, 'utf8'));
        },
        close() {
          if (existsSync(join(group, 'cgroup.kill'))) set('cgroup.kill', '1'); // from Linux 5.14
          if (!remove(group)) emptied.add(group);
        },
      };
    },
  };
}

/** Removes the groups of processes that were killed before they could. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^assay-(\d+)-\d+$/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(folder, name));
  }
}

/** @returns whether the group is gone: one with processes or subgroups cannot be removed */
function remove(group: string): boolean {
  try {
    rmdirSync(group);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return true;
    if (['EBUSY', 'ENOTEMPTY'].includes(code)) return false;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const listOf = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split(/\s+/).filter(Boolean) : [];

/** Whether this process can create groups in it and move processes to it. */
function isWritable(group: string): boolean {
  try {
    for (const file of ['', 'cgroup.procs', 'cgroup.subtree_control']) accessSync(join(group, file), constants.W_OK);
    return true;
  } catch {
    return false; // not delegated, whatever the reason
  }
}

let found: FoundGroups | undefined;

/** Looks for control groups once per process. */
export const detectControlGroups = (): FoundGroups => (found ??= findControlGroups());
