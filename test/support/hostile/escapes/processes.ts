import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { hostname, setPriority } from 'node:os';
import { type Attempts, IN_USER_NAMESPACE, Refused, bytes, systemCall, text } from './attempt';

const NEW = { namespace: 0x00020000, user: 0x10000000, network: 0x40000000 };
const PTRACE_ATTACH = 16;
const LIMITS = { cpu: 0, fileSize: 1, core: 4, processes: 6, messageQueues: 12 };

const unlimited = bytes(Buffer.alloc(16, 0xff));
const raise = (limit: keyof typeof LIMITS) => () => {
  const name = {
    cpu: 'cpu time',
    fileSize: 'file size',
    core: 'core file',
    processes: 'processes',
    messageQueues: 'msgqueue',
  };
  const now = readFileSync('/proc/self/limits', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`Max ${name[limit]}`));
  if (now && /unlimited\s+unlimited/.test(now)) return 'there is none';
  return systemCall('prlimit64', [0, LIMITS[limit], unlimited, 0]);
};

export const otherProcesses: Attempts = {
  'see other processes': ({ parent }) =>
    readdirSync('/proc').includes(String(parent)) &&
    readFileSync(`/proc/${parent}/cmdline`, 'latin1').includes('node') &&
    'the parent',
  'read the environment of a stranger': ({ stranger }) =>
    /ASSAY_CANARY=\w+/.exec(readFileSync(`/proc/${stranger}/environ`, 'latin1'))?.[0],
  'find the environment of the parent in its own': () => process.env['ASSAY_CANARY'],
  'list the open files of the parent': ({ parent }) => `${readdirSync(`/proc/${parent}/fd`).length} of them`,
  'open the memory of the parent': ({ parent }) => {
    closeSync(openSync(`/proc/${parent}/mem`, 'r'));
    return 'it opens';
  },
  'signal the parent': ({ parent }) => process.kill(parent, 0),
  'signal a stranger': ({ stranger }) => process.kill(stranger, 0),
  'trace a stranger (ptrace)': ({ stranger }) => systemCall('ptrace', [PTRACE_ATTACH, stranger, 0, 0]),
  'open the memory of a stranger': ({ stranger }) => {
    closeSync(openSync(`/proc/${stranger}/mem`, 'r'));
    return 'it opens';
  },
  'compare with a stranger (kcmp)': ({ stranger }) => systemCall('kcmp', [stranger, stranger, 1, 0, 0]),
  'hold a stranger (pidfd_open)': ({ stranger }) => systemCall('pidfd_open', [stranger, 0]),
  'slow a stranger down': ({ stranger }) => setPriority(stranger, 1) ?? 'it was done',
  'move a stranger to another core': ({ stranger }) =>
    systemCall('sched_setaffinity', [stranger, 8, bytes(Buffer.from('ffffffffffffffff', 'hex'))]),
  'limit a stranger': ({ stranger }) => systemCall('prlimit64', [stranger, LIMITS.core, 0, bytes(16)]),
  'learn the name of the machine': (around) => (hostname() === around.hostname ? hostname() : undefined),
};

/** Some calls are made with what changes nothing, because without confinement they succeed. */
export const kernel: Attempts = {
  'make a user namespace': () => systemCall('unshare', [NEW.user]),
  'make a mount namespace': () => systemCall('unshare', [NEW.namespace]),
  'make a network namespace': () => systemCall('unshare', [NEW.network]),
  // In a user namespace of its own a process has every capability over what it makes there.
  'make a mount namespace in a user namespace': () => systemCall('unshare', [NEW.namespace], IN_USER_NAMESPACE),
  'make a network in a user namespace': () => systemCall('unshare', [NEW.network], IN_USER_NAMESPACE),
  'mount a file system in a user namespace': () =>
    systemCall('mount', [text('none'), text('inner'), text('tmpfs'), 0, 0], `mkdir "inner"; ${IN_USER_NAMESPACE}`),
  'rename the machine in a user namespace': (around) =>
    systemCall('sethostname', [text(around.hostname), around.hostname.length], IN_USER_NAMESPACE),
  'enter the network of the parent': ({ parent }) =>
    systemCall(
      'setns',
      [NEW.network],
      `open(F, "<", "/proc/${parent}/ns/net") or do { print "refused " . (0 + $!); exit }; $fd = fileno(F)`,
    ),
  'mount a file system': () =>
    systemCall('mount', [text('none'), text('mounted'), text('tmpfs'), 0, 0], 'mkdir "mounted"'),
  'unmount a file system': () => systemCall('umount2', [text('mounted'), 2]),
  'change the root': () => systemCall('chroot', [text('.')]),
  'open a tree of mounts': () => systemCall('open_tree', [-100, text('.'), 1]),
  'open a file by its handle': () =>
    systemCall('name_to_handle_at', [
      -100,
      text('.'),
      bytes(Buffer.from([128, 0, 0, 0, ...Buffer.alloc(132)])),
      bytes(8),
      0,
    ]),
  'make a block device': () => device(0o060600),
  'make a character device': () => device(0o020600),
  'rename the machine': (around) => systemCall('sethostname', [text(around.hostname), around.hostname.length]),
  'read the log of the kernel by a call': () => systemCall('syslog', [10, 0, 0]),
  'load a program into the kernel (bpf)': () =>
    systemCall('bpf', [
      0,
      bytes(Buffer.from([2, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, ...Buffer.alloc(56)])),
      72,
    ]),
  'watch the processor (perf_event_open)': () =>
    systemCall('perf_event_open', [bytes(Buffer.from([1, 0, 0, 0, 112, 0, 0, 0, ...Buffer.alloc(104)])), 0, -1, -1, 0]),
  'handle faults of memory (userfaultfd)': () => systemCall('userfaultfd', [1]),
  'make calls past the filter (io_uring)': () => systemCall('io_uring_setup', [4, bytes(120)]),
  'use the keys of the session': () => systemCall('keyctl', [0, -3, 0]),
  'keep a key in the kernel': () => systemCall('add_key', [text('user'), text('escape'), text('key'), 3, -2]),
};

function device(mode: number): string {
  try {
    return systemCall('mknodat', [-100, text('device'), mode, 0x103]);
  } finally {
    spawnSync(process.execPath, ['-e', 'require("node:fs").rmSync("device", { force: true })']);
  }
}

/** Memory that no limit counts, or that stays. */
export const memory: Attempts = {
  'keep memory in a file without a name (memfd)': () => systemCall('memfd_create', [text('escape'), 0]),
  'keep memory that nobody else can read (memfd_secret)': () => systemCall('memfd_secret', [0]),
  'keep shared memory (System V)': () => systemCall('shmget', [0x41535359, 1_048_576, 0o1600]),
  'keep semaphores (System V)': () => systemCall('semget', [0x41535359, 1, 0o1600]),
  'keep a message queue (System V)': () => systemCall('msgget', [0x41535359, 0o1600]),
  'keep a message queue (POSIX)': () => systemCall('mq_open', [text('assay-escape'), 0o102, 0o600, 0]),
};

export const rights: Attempts = {
  'become root': () => {
    if (process.getuid!() === 0) return 'it is root';
    process.setuid!(0);
    return 'it became root';
  },
  'join other groups': () => process.setgroups!([0]) ?? 'it joined',
  'take capabilities': () => {
    const status = readFileSync('/proc/self/status', 'utf8');
    const effective = /^CapEff:\s*(\S+)$/m.exec(status)![1]!;
    return /^0+$/.test(effective) ? undefined : effective;
  },
  'get capabilities back': () => {
    const everything = Buffer.from([
      ...Buffer.alloc(8, 0xff),
      ...Buffer.alloc(4),
      ...Buffer.alloc(8),
      ...Buffer.alloc(4),
    ]);
    return systemCall('capset', [bytes(Buffer.from([0x22, 0x05, 0x08, 0x20, 0, 0, 0, 0])), bytes(everything)]);
  },
  'come before other processes': () => setPriority(0, -5) ?? 'it was done',
  'gain rights by a program of root': () =>
    /^NoNewPrivs:\s*0$/m.test(readFileSync('/proc/self/status', 'utf8')) ? 'nothing forbids it' : undefined,
  'raise the limit of processor time': raise('cpu'),
  'raise the limit of file sizes': raise('fileSize'),
  'raise the limit of core dumps': raise('core'),
  'raise the limit of processes': raise('processes'),
  'raise the limit of message queues': raise('messageQueues'),
  'start 600 processes': () => {
    const code =
      'for (1 .. 600) { my $pid = fork; if (!defined $pid) { print "refused ", 0 + $!; exit } ' +
      'if (!$pid) { sleep 20; exit } push @all, $pid } print "got 600"; END { kill 9, @all }';
    const { stdout } = spawnSync('perl', ['-e', code], { encoding: 'utf8', timeout: 20_000 });
    if (!stdout.startsWith('got')) throw new Refused(stdout.replace('refused', 'errno'));
    return 'they ran';
  },
};
