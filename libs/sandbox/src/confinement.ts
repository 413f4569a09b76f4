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

/** One line of `assay doctor`: what keeps a hostile target in bounds here, and by what means. */
export interface Protection {
  readonly name: ProtectionName;
  readonly active: boolean;
  /** The mechanism, or what is left where there is none. */
  readonly how: string;
  /** Why it is not active, in the words of the system where it gave any. */
  readonly reason?: string;
}

/**
 * What this machine offers, found out by trying. `wrappers` are the programs that a sandboxed command is started
 * through, outermost first.
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

/** A network namespace starts with its loopback interface down. Debian has perl wherever it lacks ip. */
const LOOPBACK_UP = `
ip link set lo up 2>/dev/null || perl -e 'socket(S, 2, 2, 0) && ioctl(S, 0x8914, pack("a16s", "lo", 0x41)) or die "the loopback interface stays down: $!\\n"' || exit 1
exec "$@"
`;

const NAMESPACES = ['--net', '--pid', '--mount-proc', '--fork', '--kill-child=SIGKILL', '--'];

/** `cpuSeconds` bounds the processor time of each process, so that what nobody waits for any more ends by itself. */
export function wrapperCommand(wrapper: Wrapper, cpuSeconds: number): readonly string[] {
  switch (wrapper) {
    case 'pdeathsig':
      return ['setpriv', '--pdeathsig', 'KILL', '--'];
    case 'rlimits':
      return ['prlimit', `--cpu=${cpuSeconds}`, '--core=0', '--'];
    // A /proc of its own: the parent's environment and its file descriptors are readable through the outer one.
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
    // Chromium keeps its own sandbox only where it is not root; that sandbox is one more namespace, made without
    // privileges.
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

/** The whole command line: the wrappers this machine supports, then the command. */
export function confine(
  confinement: Confinement,
  command: readonly string[],
  timeout: number,
): readonly [string, ...string[]] {
  // A process with threads on every core uses that many seconds a second; the wall clock is the real limit.
  const cpuSeconds = Math.ceil(timeout / 1000) * availableParallelism() + 5;
  return [...confinement.wrappers.flatMap((wrapper) => wrapperCommand(wrapper, cpuSeconds)), ...command] as unknown as [
    string,
    ...string[],
  ];
}

let detected: Promise<Confinement> | undefined;

/** Tries each protection once a process; later calls get the same answer. */
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
  // In the order in which they wrap, and tried on top of each other: what works alone may not work inside the others.
  const death = await firstThatWorks([], candidates.death);
  const limits = await firstThatWorks(taken(death), candidates.limits);
  const network = await firstThatWorks(taken(death, limits), candidates.network);
  const namespaced = network.wrapper === 'namespaces' || network.wrapper === 'user-namespaces';
  // Outside of a namespace it would make the machine itself read-only.
  const files = namespaced
    ? await firstThatWorks(taken(death, limits, network), candidates.files)
    : { reason: `no mount namespace on ${platform}` };
  const privileges = await firstThatWorks(taken(death, limits, network, files), candidates.privileges);
  return {
    wrappers: taken(death, limits, network, files, privileges),
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
        how: `heap limit, and the resident memory of the process tree watched through ${platform === 'linux' ? '/proc' : 'ps'}`,
      },
      { name: 'environment', active: true, how: 'PATH, LANG, HOME and TMPDIR only' },
    ],
  };
}

export interface Attempt {
  readonly wrapper?: Wrapper;
  readonly reason?: string;
}

export const taken = (...attempts: readonly Attempt[]): Wrapper[] => attempts.flatMap(({ wrapper }) => wrapper ?? []);

/**
 * What works on top of the wrappers around it; else why the last candidate does not. `inner` is a program that must run
 * in it as well.
 */
export async function firstThatWorks(
  outer: readonly Wrapper[],
  candidates: readonly Wrapper[],
  inner: readonly string[] = [],
): Promise<Attempt> {
  let reason = `nothing is known to do this on ${process.platform}`;
  for (const wrapper of candidates) {
    // Reading a file of ours shows that the code can still be loaded: without CAP_DAC_OVERRIDE root may not enter
    // another user's home.
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
