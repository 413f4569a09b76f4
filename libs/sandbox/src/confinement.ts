import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { Needs } from './needs';
import { systemCallFilter } from './system-calls';
import { type Wrapper, cpuSecondsWithin, wrap } from './wrappers';

export type { Wrapper } from './wrappers';

const run = promisify(execFile);

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
  | 'environment';

/** A protection against hostile targets on this machine: one line of `assay doctor`. */
export interface Protection {
  readonly name: ProtectionName;
  readonly active: boolean;
  /** The mechanism; or the fallback if the protection is not active. */
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
   * The wrappers of a command that reads only what every user may read, and that writes to memory only: it can run as a
   * user of its own.
   */
  readonly asOtherUser?: readonly Wrapper[];
}

/** The whole command line: the wrappers that this machine supports, then the command. */
export function confine(
  { wrappers, asOtherUser }: Confinement,
  command: readonly string[],
  timeout: number,
  needs: Needs,
): readonly [string, ...string[]] {
  return wrap(asOtherUser && suitsOtherUser(needs) ? asOtherUser : wrappers, command, {
    cpuSeconds: cpuSecondsWithin(timeout),
    needs,
  });
}

const suitsOtherUser = ({ scratchMb, readable = [] }: Needs): boolean =>
  scratchMb !== undefined && readable.every(readableByAll);

/** What lies in a folder has the permissions of the folder: whoever stages a target makes both with the same mask. */
function readableByAll(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  const wanted = found?.isDirectory() ? 0o005 : 0o004;
  return found !== undefined && (found.mode & wanted) === wanted;
}

let detected: Promise<Confinement> | undefined;

/** Tries each protection once per process. Later calls get the same answer. */
export function detectConfinement(): Promise<Confinement> {
  detected ??= detect(process.platform, process.getuid?.() === 0);
  return detected;
}

/**
 * Most machines have either everything or very little, so everything is tried at once first: each try starts a process.
 */
async function detect(platform: NodeJS.Platform, root: boolean): Promise<Confinement> {
  const linux = platform === 'linux';
  if (linux && systemCallFilter(false)) {
    const everything = await detectEverything(root);
    if (everything) return everything;
  }
  const on = (...candidates: readonly Wrapper[]): readonly Wrapper[] => (linux ? candidates : []);
  // The wrappers are tried in their nesting order and inside each other: one that works alone may fail inside another.
  const death = await firstWorkingWrapper([], on('pdeathsig'));
  const limits = await firstWorkingWrapper(wrappersOf(death), on('rlimits'));
  const outer = wrappersOf(death, limits);
  const namespaces = await firstWorkingWrapper(
    outer,
    platform === 'darwin' ? ['seatbelt'] : on(...(root ? (['namespaces'] as const) : []), 'user-namespaces'),
  );
  const namespaced = namespaces.wrapper === 'namespaces' || namespaces.wrapper === 'user-namespaces';
  const inside = [...outer, ...wrappersOf(namespaces)];
  // Outside a mount namespace, these wrappers would change the machine itself.
  const none: Attempt = { reason: namespaces.reason ?? `no mount namespace on ${platform}` };
  const ownRoot: Attempt = namespaced ? await firstWorkingWrapper(inside, ['own-root']) : none;
  const files = ownRoot.wrapper || !namespaced ? ownRoot : await firstWorkingWrapper(inside, ['read-only-files']);
  const around = [...inside, ...wrappersOf(files)];
  const privileges = await firstWorkingWrapper(
    around,
    on(...(ownRoot.wrapper ? (['ordinary-user'] as const) : []), 'no-privileges', 'no-new-privileges'),
  );
  // A user of its own can enter no folder that is private, and without a root of its own the code may lie in one.
  const other: Attempt = root && ownRoot.wrapper ? await firstWorkingWrapper(around, ['other-user']) : {};
  const filter = systemCallFilter(false)
    ? await firstWorkingWrapper([...around, ...wrappersOf(privileges)], on('system-calls'))
    : { reason: `no numbers of system calls are known for ${process.arch}` };
  return {
    wrappers: [...around, ...wrappersOf(privileges, filter)],
    ...(other.wrapper && { asOtherUser: [...around, ...wrappersOf(other, filter)] }),
    protections: describe({ death, limits, namespaces, namespaced, ownRoot, files, privileges, other, filter }),
  };
}

async function detectEverything(root: boolean): Promise<Confinement | undefined> {
  const namespaces = { wrapper: root ? 'namespaces' : 'user-namespaces' } as const;
  const around: readonly Wrapper[] = ['pdeathsig', 'rlimits', namespaces.wrapper, 'own-root'];
  const nobody = await firstWorkingWrapper([...around, 'ordinary-user'], ['system-calls']);
  if (!nobody.wrapper) return undefined;
  const other: Attempt = root ? await firstWorkingWrapper([...around, 'other-user'], ['system-calls']) : {};
  return {
    wrappers: [...around, 'ordinary-user', 'system-calls'],
    ...(other.wrapper && { asOtherUser: [...around, 'other-user', 'system-calls'] }),
    protections: describe({
      death: { wrapper: 'pdeathsig' },
      limits: { wrapper: 'rlimits' },
      namespaces,
      namespaced: true,
      ownRoot: { wrapper: 'own-root' },
      files: { wrapper: 'own-root' },
      privileges: { wrapper: 'ordinary-user' },
      other,
      filter: nobody,
    }),
  };
}

type Attempts = Readonly<
  Record<'death' | 'limits' | 'namespaces' | 'ownRoot' | 'files' | 'privileges' | 'other' | 'filter', Attempt>
> & { readonly namespaced: boolean };

function describe(attempts: Attempts): readonly Protection[] {
  const { death, limits, namespaces, namespaced, ownRoot, files, privileges, other, filter } = attempts;
  const network = namespaces.wrapper ? namespaces : filter;
  const ordinary = privileges.wrapper === 'ordinary-user' ? ', nobody in its own user namespace' : '';
  const ownUser = other.wrapper ? ', a user of its own' : ordinary;
  return [
    protection(
      'network',
      network.wrapper ? network : namespaces,
      namespaced
        ? 'a network namespace of its own without any interface'
        : namespaces.wrapper
          ? 'sandbox-exec denies it'
          : 'the filter of system calls denies sockets of the Internet',
      'engines can reach the network',
    ),
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
    {
      name: 'memory',
      active: true,
      how:
        process.platform === 'linux'
          ? 'heap limit, and the memory of the process tree watched through /proc: resident, and in unnamed files'
          : 'heap limit, and the resident memory of the process tree watched through ps',
    },
    { name: 'environment', active: true, how: 'PATH, LANG, HOME and TMPDIR only' },
  ];
}

export interface Attempt {
  readonly wrapper?: Wrapper;
  readonly reason?: string;
}

export const wrappersOf = (...attempts: readonly Attempt[]): Wrapper[] =>
  attempts.flatMap(({ wrapper }) => wrapper ?? []);

/**
 * Finds the first candidate that works inside the outer wrappers, or why the last candidate does not. `inner` is a
 * program that must also run inside it.
 */
export async function firstWorkingWrapper(
  outer: readonly Wrapper[],
  candidates: readonly Wrapper[],
  inner: readonly string[] = [],
): Promise<Attempt> {
  let reason = `nothing is known to do this on ${process.platform}`;
  for (const wrapper of candidates) {
    // Reading this file proves that the code can still be loaded. Without CAP_DAC_OVERRIDE, root may not enter another
    // user's home.
    const probe = [process.execPath, '-e', 'require("node:fs").readFileSync(process.argv[1])', __filename];
    const [program, ...args] = wrap([...outer, wrapper], [...inner, ...probe], { cpuSeconds: 60, needs: { cwd: '/' } });
    try {
      await run(program, args, { timeout: 10_000, cwd: tmpdir(), env: { PATH: process.env['PATH'] ?? '' } });
      return { wrapper };
    } catch (error) {
      reason = reasonOf(error as Error & { stderr?: string });
    }
  }
  return { reason };
}

const reasonOf = (error: Error & { stderr?: string }): string =>
  error.stderr?.trim().split('\n')[0] || (error.message.split('\n')[0] ?? 'unknown');

export const protection = (name: ProtectionName, attempt: Attempt, how: string, otherwise: string): Protection =>
  attempt.wrapper === undefined
    ? { name, active: false, how: otherwise, reason: attempt.reason ?? 'not available' }
    : { name, active: true, how };
