import { constants } from 'node:os';
import { DENIED_CALLS } from './system-call-numbers';

/**
 * A filter of system calls (seccomp), as the kernel's BPF program. It denies calls that no engine needs: those that
 * make namespaces and mounts, look into other processes, keep memory that belongs to no process, load programs into the
 * kernel, and open sockets of families that a network namespace does not isolate (such as vsock). Everything else is
 * allowed, because engines are ordinary programs whose needs change with their versions.
 */

/** The kernel's name of the processor, and the numbers of calls that are denied in part. */
interface Processor {
  readonly audit: number;
  readonly clone: number;
  readonly unshare: number;
  readonly socket: number;
  readonly prctl: number;
  /** Whether calls have a second numbering (x32), which would pass the filter. */
  readonly secondNumbering: boolean;
  /** The column of its numbers in the list of denied calls. */
  readonly column: 0 | 1;
}

const PROCESSORS: Partial<Record<NodeJS.Architecture, Processor>> = {
  x64: { audit: 0xc000003e, clone: 56, unshare: 272, socket: 41, prctl: 157, secondNumbering: true, column: 0 },
  arm64: { audit: 0xc00000b7, clone: 220, unshare: 97, socket: 198, prctl: 167, secondNumbering: false, column: 1 },
};

/** `clone3` passes its flags in memory, where no filter can look. If it is missing, libraries use `clone`. */
const CLONE3 = 435;
/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK (used to resolve names). */
const ANY_SOCKET = [1, 2, 10, 16];

interface Allowance {
  /** The families of the sockets that may be opened. */
  readonly sockets: readonly number[];
  /** The flags of namespaces that it may not make. */
  readonly deniedNamespaces: number;
  /** Denied calls that it may make nevertheless. */
  readonly calls: readonly string[];
}

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC. */
const MOST_NAMESPACES = 0x0e020000;
/** The same with NEWUSER, NEWPID and NEWNET. */
const ALL_NAMESPACES = MOST_NAMESPACES | 0x70000000;

const ALLOWANCES = {
  offline: { sockets: [1], deniedNamespaces: ALL_NAMESPACES, calls: [] },
  online: { sockets: ANY_SOCKET, deniedNamespaces: ALL_NAMESPACES, calls: [] },
  // Chromium confines its renderer processes further: in user, process and network namespaces of their own, and it
  // takes their files away by chroot.
  browser: { sockets: ANY_SOCKET, deniedNamespaces: MOST_NAMESPACES, calls: ['unshare', 'chroot'] },
} as const satisfies Readonly<Record<string, Allowance>>;

/** The kind of process that a filter allows: an engine, a program that uses the network, or a Chromium. */
export type AllowedCalls = keyof typeof ALLOWANCES;

const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const deny = (errno: number): number => 0x00050000 | errno;

const CALL = 0;
const AUDIT = 4;
const FIRST_ARGUMENT = 16;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** The filter for this processor; undefined for a processor whose numbers are not known here. */
export function systemCallFilter(
  allowed: AllowedCalls,
  architecture: NodeJS.Architecture = process.arch,
): Buffer | undefined {
  const processor = PROCESSORS[architecture];
  if (!processor) return undefined;
  const refuse = (call: number | undefined, errno: number): Instruction[] =>
    call === undefined
      ? []
      : [
          [IF_EQUAL, 0, 1, call],
          [RETURN, 0, 0, deny(errno)],
        ];
  const { sockets, deniedNamespaces, calls }: Allowance = ALLOWANCES[allowed];
  const denied = Object.entries(DENIED_CALLS).filter(([name]) => !calls.includes(name));
  /** Both calls have the flags as their first argument. */
  const refuseNamespaces = (call: number): Instruction[] => [
    [IF_EQUAL, 0, 4, call],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [IF_ANY_BIT, 0, 1, deniedNamespaces],
    [RETURN, 0, 0, deny(constants.errno.EPERM)],
    [RETURN, 0, 0, ALLOW],
  ];
  return encode([
    [LOAD, 0, 0, AUDIT],
    [IF_EQUAL, 1, 0, processor.audit],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD, 0, 0, CALL],
    ...(processor.secondNumbering
      ? ([
          [IF_AT_LEAST, 0, 1, 0x40000000],
          [RETURN, 0, 0, KILL_PROCESS],
        ] as const)
      : []),
    ...denied.flatMap(([, numbers]) => refuse(numbers[processor.column], constants.errno.EPERM)),
    ...refuse(CLONE3, constants.errno.ENOSYS),
    ...refuseNamespaces(processor.clone),
    ...refuseNamespaces(processor.unshare),
    [IF_EQUAL, 0, sockets.length + 2, processor.socket],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    ...sockets.map((family, index): Instruction => [IF_EQUAL, sockets.length - index, 0, family]),
    [RETURN, 0, 0, deny(constants.errno.EACCES)],
    [RETURN, 0, 0, ALLOW],
  ]);
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}

/**
 * A command that sets the filter and then runs the command in its arguments. It needs Perl, because the `setpriv` of
 * most systems cannot set a filter yet, and Debian has `perl` in every installation.
 */
export function filteringCommand(allowed: AllowedCalls): readonly string[] {
  const filter = systemCallFilter(allowed);
  const processor = PROCESSORS[process.arch];
  if (!filter || !processor) throw new Error(`no filter of system calls is known for ${process.arch}`);
  return [
    'perl',
    '-e',
    `my $code = pack("H*", shift); my $program = pack("S x![P] P", length($code) / 8, $code);` +
      `syscall(${processor.prctl}, 22, 2, $program) == 0 or die "no filter of system calls: $!\\n";` +
      'exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\\n"',
    filter.toString('hex'),
  ];
}
