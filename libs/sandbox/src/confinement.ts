import { statSync } from 'node:fs';
import { detectControlGroups } from './control-groups';
import { type Attempt, type Attempts, type ConfinedKind, detectFor } from './detect';
import type { Needs } from './needs';
import { givingWay } from './priority';
import { type Wrapper, cpuSecondsWithin, wrap } from './wrappers';

export type { Wrapper } from './wrappers';

export type ProtectionName =
  | 'network'
  | 'process-tree'
  | 'files'
  | 'own-root'
  | 'privileges'
  | 'system-calls'
  | 'parent-death'
  | 'cpu-time'
  | 'memory'
  | 'control-groups'
  | 'environment';

/** A protection against hostile targets on this machine: one line of `assay doctor`. */
export interface Protection {
  readonly name: ProtectionName;
  readonly active: boolean;
  /** The mechanism, or the fallback if the protection is not active. */
  readonly how: string;
  /** Why it is not active, in the system's own words if it gave any. */
  readonly reason?: string;
}

/**
 * The protections that work on this machine, detected by trying them. `wrappers` are the programs through which a
 * sandboxed command is started, the outermost first.
 */
export interface Confinement {
  readonly protections: readonly Protection[];
  readonly wrappers: readonly Wrapper[];
  /**
   * The wrappers of a command that reads only files readable by every user, and that writes to memory only: it can run
   * as another user.
   */
  readonly asOtherUser?: readonly Wrapper[];
}

/**
 * The whole command line: the command that lowers the priority, the wrappers that work here, then the command itself.
 */
export function confine(
  { wrappers, asOtherUser }: Confinement,
  command: readonly string[],
  timeout: number,
  needs: Needs,
): readonly [string, ...string[]] {
  const wrapped = wrap(asOtherUser && suitsOtherUser(needs) ? asOtherUser : wrappers, command, {
    cpuSeconds: cpuSecondsWithin(timeout),
    needs,
  });
  return givingWay(wrapped);
}

const suitsOtherUser = ({ scratchMb, readable = [], programs = [] }: Needs): boolean =>
  scratchMb !== undefined && [...readable, ...programs].every(readableByAll);

/**
 * Whether every user may read the path. Files in a folder have the folder's permissions, because the process that
 * stages a target makes both with the same mask.
 */
function readableByAll(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  const wanted = found?.isDirectory() ? 0o005 : 0o004;
  return found !== undefined && (found.mode & wanted) === wanted;
}

const ENGINE: ConfinedKind = {
  loopback: false,
  files: 'read-only-files',
  filter: { wrapper: 'system-calls', calls: 'offline' },
};

let detected: Promise<Confinement> | undefined;

/** Tries each protection once per process. Later calls get the same answer. */
export function detectConfinement(): Promise<Confinement> {
  detected ??= detect();
  return detected;
}

async function detect(): Promise<Confinement> {
  const { attempts, ...found } = await detectFor(ENGINE, process.platform, process.getuid?.() === 0);
  return { ...found, protections: describe(attempts) };
}

function describe(attempts: Attempts): readonly Protection[] {
  const { death, limits, namespaces, namespaced, ownRoot, files, privileges, other, filter } = attempts;
  const ordinary = privileges.wrapper === 'ordinary-user' ? ', nobody in its own user namespace' : '';
  const ownUser = other.wrapper ? ', a user of its own' : ordinary;
  return [
    network(attempts),
    protection(
      'process-tree',
      namespaced ? namespaces : { reason: namespaces.reason ?? `no process namespaces on ${process.platform}` },
      'namespaces of its own for processes and shared memory, which end as a whole',
      'the process group is ended; a process that left it, and shared memory, may stay',
    ),
    protection(
      'files',
      files,
      'all read-only but a scratch folder, and no devices',
      'engines can write what this process can',
    ),
    protection(
      'own-root',
      ownRoot,
      'a root of its own: Node.js, libraries, dependencies, the staged copy and a scratch folder in memory',
      'engines can read what this process can, keys and other targets among it, and reach its Unix sockets',
    ),
    protection(
      'privileges',
      privileges,
      `no capabilities, no new privileges${ownUser}`,
      'engines run with the rights of this process',
    ),
    protection(
      'system-calls',
      filter,
      'a filter (seccomp) denies namespaces, mounts, tracing, keys, shared memory and other calls that no engine needs',
      'every system call of the kernel can be made',
    ),
    protection(
      'parent-death',
      death,
      'ended by the kernel when this process dies (PR_SET_PDEATHSIG)',
      'an engine notices that this process is gone when it next yields',
    ),
    protection(
      'cpu-time',
      limits,
      'RLIMIT_CPU derived from the timeout, no core dumps, and files of a limited size',
      'only the timeout bounds an engine',
    ),
    memory(),
    controlGroups(),
    { name: 'environment', active: true, how: 'PATH, LANG, HOME and TMPDIR only' },
  ];
}

/** The network is denied by a namespace, or by the filter of system calls if there are no namespaces. */
function network({ namespaces, namespaced, filter }: Attempts): Protection {
  const attempt = namespaces.wrapper || !filter.wrapper ? namespaces : filter;
  const how = namespaced
    ? 'a network namespace of its own without any interface'
    : namespaces.wrapper
      ? 'sandbox-exec denies it'
      : 'the filter of system calls denies sockets of the Internet';
  return protection('network', attempt, how, 'engines can reach the network');
}

const memory = (): Protection => ({
  name: 'memory',
  active: true,
  how:
    process.platform === 'linux'
      ? 'heap limit, and the memory of the process tree watched through /proc: resident, and in unnamed files'
      : 'heap limit, and the resident memory of the process tree watched through ps',
});

/**
 * Memory and processes are limited without control groups, too: by watching the memory, and by a count for each user.
 */
function controlGroups(): Protection {
  const found = detectControlGroups();
  return found.groups
    ? { name: 'control-groups', active: true, how: `memory, processes and processor limited in ${found.folder}` }
    : {
        name: 'control-groups',
        active: false,
        how: 'memory is watched and processes are limited by user',
        reason: found.reason,
      };
}

export const protection = (name: ProtectionName, attempt: Attempt, how: string, otherwise: string): Protection =>
  attempt.wrapper === undefined
    ? { name, active: false, how: otherwise, reason: attempt.reason ?? 'not available' }
    : { name, active: true, how };
