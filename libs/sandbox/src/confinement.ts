import { execFile } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { READ_ONLY_FILES, READ_ONLY_FILES_BUT_OWN_PROC } from './read-only-files';

const run = promisify(execFile);

export type ProtectionName =
  | 'network'
  | 'process-tree'
  | 'files'
  | 'privileges'
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
}

export type Wrapper =
  | 'pdeathsig'
  | 'rlimits'
  | 'namespaces'
  | 'user-namespaces'
  | 'read-only-files'
  | 'no-privileges'
  | 'seatbelt'
  | 'loopback'
  | 'read-only-files-but-own-proc'
  | 'ordinary-user';

/**
 * Brings the loopback interface up, which is down in a new network namespace. If a Debian system has no `ip`, it has
 * `perl`.
 */
const LOOPBACK_UP = `
with_perl() {
  perl -e 'socket(S, 2, 2, 0) && ioctl(S, 0x8914, pack("a16s", "lo", 0x41))
    or die "the loopback interface stays down: $!\\n"'
}
ip link set lo up 2>/dev/null || with_perl || exit 1
exec "$@"
`;

const NAMESPACES = ['--net', '--pid', '--mount-proc', '--fork', '--kill-child=SIGKILL', '--'];

/** `cpuSeconds` limits the processor time of each process, so that an abandoned process ends by itself. */
function wrapperCommand(wrapper: Wrapper, cpuSeconds: number): readonly string[] {
  switch (wrapper) {
    case 'pdeathsig':
      return ['setpriv', '--pdeathsig', 'KILL', '--'];
    case 'rlimits':
      return ['prlimit', `--cpu=${cpuSeconds}`, '--core=0', '--'];
    // The child gets its own /proc. Through the outer one it could read the parent's environment and file descriptors.
    case 'namespaces':
      return ['unshare', ...NAMESPACES];
    case 'user-namespaces':
      return ['unshare', '--user', '--map-root-user', ...NAMESPACES];
    case 'read-only-files':
      return ['sh', '-c', READ_ONLY_FILES, 'sh'];
    // Root inside the namespaces could still join the outer network (setns) or mount over files.
    case 'no-privileges':
      return ['setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'];
    case 'loopback':
      return ['sh', '-c', LOOPBACK_UP, 'sh'];
    case 'read-only-files-but-own-proc':
      return ['sh', '-c', READ_ONLY_FILES_BUT_OWN_PROC, 'sh'];
    // Chromium uses its own sandbox only if it does not run as root. That sandbox is one more namespace, created
    // without privileges.
    case 'ordinary-user':
      return [
        'unshare',
        '--user',
        '--map-user=1000',
        '--map-group=1000',
        '--',
        'setpriv',
        '--no-new-privs',
        '--inh-caps=-all',
        '--',
      ];
    case 'seatbelt':
      return ['sandbox-exec', '-p', '(version 1)(allow default)(deny network*)'];
  }
}

/** The whole command line: the wrappers that this machine supports, then the command. */
export function confine(
  confinement: Confinement,
  command: readonly string[],
  timeout: number,
): readonly [string, ...string[]] {
  // A process with threads on every core uses as many processor seconds per second as there are cores. The wall clock
  // is the real limit.
  const cpuSeconds = Math.ceil(timeout / 1000) * availableParallelism() + 5;
  return [...confinement.wrappers.flatMap((wrapper) => wrapperCommand(wrapper, cpuSeconds)), ...command] as unknown as [
    string,
    ...string[],
  ];
}

let detected: Promise<Confinement> | undefined;

/** Tries each protection once per process. Later calls get the same answer. */
export function detectConfinement(): Promise<Confinement> {
  detected ??= detect(process.platform, process.getuid?.() === 0);
  return detected;
}

async function detect(platform: NodeJS.Platform, root: boolean): Promise<Confinement> {
  const candidates: Readonly<Record<'death' | 'limits' | 'network' | 'files' | 'privileges', readonly Wrapper[]>> =
    platform === 'linux'
      ? {
          death: ['pdeathsig'],
          limits: ['rlimits'],
          network: root ? ['namespaces', 'user-namespaces'] : ['user-namespaces'],
          files: ['read-only-files'],
          privileges: ['no-privileges'],
        }
      : { death: [], limits: [], network: platform === 'darwin' ? ['seatbelt'] : [], files: [], privileges: [] };
  // The wrappers are tried in their nesting order and inside each other: one that works alone may fail inside another.
  const death = await firstWorkingWrapper([], candidates.death);
  const limits = await firstWorkingWrapper(wrappersOf(death), candidates.limits);
  const network = await firstWorkingWrapper(wrappersOf(death, limits), candidates.network);
  const namespaced = network.wrapper === 'namespaces' || network.wrapper === 'user-namespaces';
  // Outside a mount namespace, this wrapper would make the machine itself read-only.
  const files = namespaced
    ? await firstWorkingWrapper(wrappersOf(death, limits, network), candidates.files)
    : { reason: `no mount namespace on ${platform}` };
  const privileges = await firstWorkingWrapper(wrappersOf(death, limits, network, files), candidates.privileges);
  return {
    wrappers: wrappersOf(death, limits, network, files, privileges),
    protections: [
      protection(
        'network',
        network,
        network.wrapper === 'seatbelt'
          ? 'sandbox-exec denies it'
          : 'a network namespace of its own without any interface',
        'engines can reach the network',
      ),
      protection(
        'process-tree',
        namespaced ? network : { reason: network.reason ?? `no process namespaces on ${platform}` },
        'a process namespace that ends as a whole',
        'the process group is ended; a process that left it may stay',
      ),
      protection(
        'files',
        files,
        'all read-only but a scratch folder, and no devices',
        'engines can write what this process can',
      ),
      protection(
        'privileges',
        privileges,
        'no capabilities, no new privileges',
        'engines run with the rights of this process',
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
        'RLIMIT_CPU derived from the timeout, no core dumps',
        'only the timeout bounds an engine',
      ),
      {
        name: 'memory',
        active: true,
        how:
          'heap limit, and the resident memory of the process tree watched through ' +
          (platform === 'linux' ? '/proc' : 'ps'),
      },
      { name: 'environment', active: true, how: 'PATH, LANG, HOME and TMPDIR only' },
    ],
  };
}

interface Attempt {
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
    const [program, ...args] = [...[...outer, wrapper].flatMap((each) => wrapperCommand(each, 60)), ...inner, ...probe];
    try {
      await run(program!, args, { timeout: 10_000, cwd: tmpdir(), env: { PATH: process.env['PATH'] ?? '' } });
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
