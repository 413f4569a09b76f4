import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Needs } from './needs';
import { findProgram, ownRootScript } from './own-root';
import { READ_ONLY_FILES, READ_ONLY_FILES_BUT_OWN_PROC } from './read-only-files';
import { filteringCommand } from './system-calls';

export type Wrapper =
  | 'pdeathsig'
  | 'rlimits'
  | 'namespaces'
  | 'user-namespaces'
  | 'own-root'
  | 'read-only-files'
  | 'other-user'
  | 'ordinary-user'
  | 'no-privileges'
  | 'no-new-privileges'
  | 'system-calls'
  | 'browser-calls'
  | 'seatbelt'
  | 'loopback'
  | 'read-only-files-but-own-proc';

/**
 * Brings the loopback interface up, which is down in a new network namespace. If a Debian system has no `ip`, it has
 * `perl`, whose `ioctl` writes the answer into a variable.
 */
export const LOOPBACK_BY_PERL = `
  my $request = pack("a16 s x22", "lo", 0x41);
  socket(S, 2, 2, 0) && ioctl(S, 0x8914, $request) or die "the loopback interface stays down: $!\\n"`;
const LOOPBACK_UP = `
ip link set lo up 2>/dev/null || perl -e '${LOOPBACK_BY_PERL}' || exit 1
exec "$@"
`;

/**
 * The child gets its own /proc. Through the outer one it could read the parent's environment and file descriptors. What
 * it leaves in shared memory disappears with its namespace of it.
 */
const namespaces = (network: boolean): readonly string[] => [
  ...(network ? [] : ['--net']),
  '--ipc',
  '--uts',
  '--pid',
  '--mount-proc',
  '--fork',
  '--kill-child=SIGKILL',
  '--',
];

const NOBODY = '65534';

/**
 * Users that belong to nobody: systemd gives them to services that it starts. Each process gets another one in turn, so
 * that the limit of processes, which the kernel counts for each user, counts one engine. The first is random: by the
 * process id, workers that were started together gave engines the same users, and one that forked without end took the
 * threads of another's engine.
 */
const OTHER_USERS = { first: 61_184, count: 4_000 };
let nextUser = randomInt(OTHER_USERS.count);

function otherUser(): string {
  nextUser = (nextUser + 1) % OTHER_USERS.count;
  return String(OTHER_USERS.first + nextUser);
}

const NO_PRIVILEGES = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
const NO_NEW_PRIVILEGES = ['setpriv', '--no-new-privs', '--inh-caps=-all', '--'];

function limits(cpuSeconds: number, fileMb: number | undefined): readonly string[] {
  const fileSize = fileMb === undefined ? [] : [`--fsize=${fileMb * 1024 * 1024}`];
  return ['prlimit', `--cpu=${cpuSeconds}`, '--core=0', '--msgqueue=0', ...fileSize, '--'];
}

/**
 * Root inside the namespaces could still join the outer network (setns) or mount over files. A change of the user makes
 * the kernel forget which signal the death of the parent sends.
 */
const asOtherUser = (user: string): readonly string[] => [
  'setpriv',
  `--reuid=${user}`,
  `--regid=${user}`,
  '--clear-groups',
  ...NO_PRIVILEGES,
  '--pdeathsig',
  'KILL',
  '--',
];

interface Wrapping {
  readonly needs: Needs;
  /** Limits the processor time of each process, so that an abandoned process ends by itself. */
  readonly cpuSeconds: number;
  /** The program that is started, for its place in a root of its own. */
  readonly program: string | undefined;
  readonly userNamespace: boolean;
  /** The user as whom the command runs, if it does not run as this process's. */
  readonly user: string;
}

function wrapperCommand(
  wrapper: Wrapper,
  { needs, cpuSeconds, program, user, userNamespace }: Wrapping,
): readonly string[] {
  const network = needs.network ?? false;
  switch (wrapper) {
    case 'pdeathsig':
      return ['setpriv', '--pdeathsig', 'KILL', '--'];
    case 'rlimits':
      return limits(cpuSeconds, needs.fileMb ?? needs.scratchMb);
    case 'namespaces':
      return ['unshare', ...namespaces(network)];
    case 'user-namespaces':
      return ['unshare', '--user', '--map-root-user', ...namespaces(network)];
    case 'own-root':
      return ['sh', '-c', ownRootScript(needs, { program, user, userNamespace }), 'sh'];
    case 'read-only-files':
      return ['sh', '-c', READ_ONLY_FILES, 'sh'];
    case 'other-user':
      return asOtherUser(user);
    case 'no-privileges':
      return ['setpriv', ...NO_PRIVILEGES, '--'];
    case 'no-new-privileges':
      return NO_NEW_PRIVILEGES;
    // Nobody, as whom files belong that belong to this process's user. It takes one more namespace, which needs no
    // privileges. Chromium uses its own sandbox only if it does not run as root.
    case 'ordinary-user':
      return ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--', ...NO_NEW_PRIVILEGES];
    case 'system-calls':
      return filteringCommand(network ? 'online' : 'offline');
    case 'browser-calls':
      return filteringCommand('browser');
    case 'loopback':
      return ['sh', '-c', LOOPBACK_UP, 'sh'];
    case 'read-only-files-but-own-proc':
      return ['sh', '-c', READ_ONLY_FILES_BUT_OWN_PROC, 'sh'];
    case 'seatbelt':
      return ['sandbox-exec', '-p', `(version 1)(allow default)${network ? '' : '(deny network*)'}`];
  }
}

/** The command line of a command inside wrappers, the outermost first. */
export function wrap(
  wrappers: readonly Wrapper[],
  command: readonly string[],
  { cpuSeconds, needs }: { readonly cpuSeconds: number; readonly needs: Needs },
): readonly [string, ...string[]] {
  const wrapping = {
    needs,
    cpuSeconds,
    program: findProgram(command[0]!)[0],
    userNamespace: wrappers.includes('user-namespaces'),
    user: wrappers.includes('other-user') ? otherUser() : NOBODY,
  };
  const [first, ...rest] = [...wrappers.flatMap((wrapper) => wrapperCommand(wrapper, wrapping)), ...command];
  return [first!, ...rest];
}

/**
 * The seconds of processor time that a command may take. A process with threads on every core uses as many of them per
 * second as there are cores. The wall clock is the real limit.
 * @param timeout in milliseconds
 */
export const cpuSecondsWithin = (timeout: number): number => Math.ceil(timeout / 1000) * availableParallelism() + 5;
