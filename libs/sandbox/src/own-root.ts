import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { release } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { MOST_PROCESSES, type Needs } from './needs';
import { ownCode } from './own-code';

/** Libraries of the system, wherever distributions keep them. */
const LIBRARIES = [
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/libx32',
  '/usr/libexec',
  '/usr/local/lib',
  '/nix/store',
  '/etc/ld.so.cache',
];

/** On most systems these are links to folders below /usr. Scripts name their interpreter by them. */
const PROGRAMS = ['/bin', '/sbin'];

/** How names are looked up, and which authorities are trusted. Private keys lie beside the latter, in other folders. */
const NETWORK = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/gai.conf',
  '/etc/ssl/certs',
  '/etc/ssl/cert.pem',
  '/etc/ssl/openssl.cnf',
  '/etc/pki/tls/certs',
  '/etc/pki/ca-trust/extracted',
  '/etc/ca-certificates',
  '/usr/share/ca-certificates',
  '/usr/local/share/ca-certificates',
];

const DEVICES = ['null', 'zero', 'random', 'urandom'];

/**
 * The new root is built here, because every Linux system has this folder and nothing in it is needed. (A mount hides
 * what is below it.)
 */
const PLACE = '/sys';

const CODE = 'bind,ro,nosuid,nodev';
const DATA = 'bind,ro,nosuid,nodev,noexec';
const WRITABLE = 'bind,nosuid,nodev,noexec';
const DEVICE = 'bind,nosuid,noexec';

interface Entry {
  readonly path: string;
  readonly source: string;
  readonly type: 'none' | 'tmpfs' | 'proc';
  readonly options: string;
  readonly folder: boolean;
}

/**
 * A script for `sh` that runs in namespaces of its own, before the command in its arguments. It gives the command a
 * root that holds what `needs` names and nothing else of this machine: no home, no data, no keys, no sockets. The
 * whole root is read-only but the working directory.
 *
 * All mounts are made by one `mount`, because each start of a program takes a millisecond or more.
 * @param program the program of the command
 * @param user the user as whom it runs
 * @param userNamespace whether the namespaces belong to a user namespace that was made for this command
 */
export function ownRootScript(
  needs: Needs,
  { program, user, userNamespace }: { program: string | undefined; user: string; userNamespace: boolean },
): string {
  const { entries, links } = contents(needs, program);
  const made = entries.filter(({ source }) => !source.startsWith(`${PLACE}/`));
  const here = (path: string) => quote(`${PLACE}${path}`);
  const folders = made.map(({ path, folder }) => (folder ? path : dirname(path)));
  const allFolders = [...new Set([...folders, ...links.map(({ path }) => dirname(path)), '/etc', '/.outside'])];
  const files = made.filter(({ folder }) => !folder).map(({ path }) => path);
  return `
set -ef
umask 022
cd /
${limitProcesses(needs, userNamespace)}
for limit in shmmni msgmni; do { echo 0 >/proc/sys/kernel/$limit; } 2>/dev/null || :; done
{ echo '0 0 0 0' >/proc/sys/kernel/sem; } 2>/dev/null || :
{ echo sandbox >/proc/sys/kernel/hostname || hostname sandbox; } 2>/dev/null || :
${userNamespace ? limitNamespaces(needs) : ''}
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev none ${PLACE}
mkdir -p ${allFolders.map(here).join(' ')}
for file in ${[...files.map(here), `${PLACE}/.mounts`].join(' ')}; do : >"$file"; done
printf 'nobody:x:${user}:${user}::/:/bin/false\\n' >${PLACE}/etc/passwd
${links.map(({ path, target }) => `ln -s ${quote(target)} ${here(path)}`).join('\n')}
printf %s ${quote(entries.map(mountLine).join(''))} >${PLACE}/.mounts
mount -a -T ${PLACE}/.mounts
: >${PLACE}/.mounts
mount -o remount,bind,ro,nosuid,nodev ${PLACE}
cd ${PLACE}
umount=$(command -v umount)
pivot_root . .outside
"/.outside$umount" -l /.outside
cd ${quote(needs.cwd)}
unset PWD OLDPWD
exec "$@"
`;
}

/** One is that of nobody, as whom the command runs. */
const limitNamespaces = ({ userNamespaces = 0 }: Needs): string =>
  `{ echo ${1 + userNamespaces} >/proc/sys/user/max_user_namespaces; } 2>/dev/null || :`;

/**
 * Before 5.14 the kernel counts the processes of a user in all namespaces together, so that a limit in a user namespace
 * would count what the user does elsewhere.
 */
function limitProcesses({ processes = MOST_PROCESSES }: Needs, userNamespace: boolean): string {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  if (userNamespace && (major < 5 || (major === 5 && minor < 14))) return '';
  return `ulimit -p ${processes} 2>/dev/null || ulimit -u ${processes}`; // dash and busybox have -p, bash has -u
}

function contents(needs: Needs, program: string | undefined) {
  const entries = new Map<string, Entry>();
  const links: { readonly path: string; readonly target: string }[] = [];
  const add = (options: string, paths: readonly string[]) => {
    for (const path of paths) {
      if (!existsSync(path)) continue;
      const source = realpathSync(path);
      const linked = links.find((link) => path.startsWith(`${link.path}/`));
      const place = linked ? join('/', linked.target, path.slice(linked.path.length)) : path;
      const folder = statSync(source).isDirectory();
      const below = folder ? mountsBelow(source) : [];
      // A user namespace may not take a folder away from the mounts in it. Each of those is mounted once more over
      // itself, because only the uppermost of these mounts becomes read-only.
      const each = below.length > 0 ? options.replace('bind', 'rbind') : options;
      entries.set(place, { path: place, source, type: 'none', options: each, folder });
      for (const mount of below) {
        const at = place + mount.slice(source.length);
        entries.set(at, {
          path: at,
          source: mount,
          type: 'none',
          options: each,
          folder: statSync(mount).isDirectory(),
        });
      }
    }
  };
  for (const path of [...LIBRARIES, ...PROGRAMS])
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) links.push({ path, target: readlinkSync(path) });
    else if (!PROGRAMS.includes(path)) add(CODE, [path]);
  if (needs.network) add(DATA, NETWORK);
  add(CODE, [...ownCode(), process.execPath, ...(program ? [program] : []), ...(needs.programs ?? [])]);
  add(CODE, ['setpriv', 'unshare', 'perl'].flatMap(findProgram));
  add(DATA, [...(needs.readable ?? []), ...(needs.sockets ?? [])]);
  if (needs.scratchMb !== undefined) entries.set(needs.cwd, scratch(needs.cwd, needs.scratchMb));
  else if (needs.cwd !== '/') add(WRITABLE, [needs.cwd]);
  add(
    DEVICE,
    DEVICES.map((name) => `/dev/${name}`),
  );
  entries.set('/proc', proc);
  // A folder is mounted before what lies in it.
  return {
    entries: [...[...entries.values()].sort((a, b) => a.path.length - b.path.length), ...machineInProc()],
    links,
  };
}

/** The places below a folder where something else is mounted, the outer ones first. */
function mountsBelow(folder: string): string[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) =>
      (line.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8))),
    )
    .filter((place) => place.startsWith(folder === '/' ? '/' : `${folder}/`) && existsSync(place));
}

const scratch = (path: string, megabytes: number): Entry => ({
  path,
  source: 'scratch',
  type: 'tmpfs',
  options: `size=${megabytes}m,mode=777,nosuid,nodev,noexec,X-mount.mkdir`,
  folder: true,
});

const proc: Entry = { path: '/proc', source: 'proc', type: 'proc', options: 'nosuid,nodev,noexec', folder: true };

/**
 * The entries of /proc that belong to the machine become read-only. Those of a process itself do not, because a user
 * namespace within this one is given its users there.
 */
const machineInProc = (): Entry[] =>
  ['bus', 'fs', 'irq', 'sys', 'sysrq-trigger']
    .map((name) => `/proc/${name}`)
    .filter((path) => existsSync(path))
    .map((path) => ({
      path,
      source: PLACE + path,
      type: 'none',
      options: 'bind,ro,nosuid,nodev,noexec',
      folder: true,
    }));

const mountLine = ({ path, source, type, options }: Entry): string =>
  `${escapeField(source)} ${escapeField(PLACE + path)} ${type} ${options} 0 0\n`;

/** Fields of a table of mounts are separated by blanks. */
const escapeField = (text: string): string =>
  text.replace(/[\s\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The paths of a program on the PATH, in the order in which the shell looks; none if it is not installed. */
export function findPrograms(name: string): string[] {
  if (isAbsolute(name)) return [name];
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .filter(isRunnable);
}

/** The path of the program that the shell would run; none if it is not installed. */
export const findProgram = (name: string): string[] => findPrograms(name).slice(0, 1);

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // absent, or in a folder that this user may not enter: the shell passes it over, too
  }
}
