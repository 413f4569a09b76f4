import { constants } from 'node:os';
import { DENIED_CALLS } from './system-call-numbers';

/**
 * A filter of system calls (seccomp), as the kernel's BPF program. It denies what no engine needs: the calls that make
 * namespaces and mounts, look into other processes, keep memory that belongs to no process, load programs into the
 * kernel, and open sockets of families that no network namespace holds back (such as vsock). Everything else is
 * allowed, because engines are ordinary programs whose needs change with their versions.
 */

/** What the kernel calls the processor, and numbers of calls that are denied in part. */
interface Processor {
  readonly audit: number;
  readonly clone: number;
  readonly socket: number;
  readonly prctl: number;
  /** Whether calls have a second numbering (x32), which would pass the filter. */
  readonly secondNumbering: boolean;
  /** The place of its numbers in the list of denied calls. */
  readonly column: 0 | 1;
}

const PROCESSORS: Partial<Record<NodeJS.Architecture, Processor>> = {
  x64: { audit: 0xc000003e, clone: 56, socket: 41, prctl: 157, secondNumbering: true, column: 0 },
  arm64: { audit: 0xc00000b7, clone: 220, socket: 198, prctl: 167, secondNumbering: false, column: 1 },
};

/** `clone3` passes its flags in memory, where no filter can look. Where it is missing, libraries use `clone`. */
const CLONE3 = 435;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e020000;
/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK (which the look-up of names uses). */
const SOCKETS = { own: [1], network: [1, 2, 10, 16] };

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

/**
 * The filter for this processor; undefined for a processor whose numbers are not known here.
 * @param network whether sockets of the Internet may be opened
 */
export function systemCallFilter(
  network: boolean,
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
  const families = network ? SOCKETS.network : SOCKETS.own;
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
    ...Object.values(DENIED_CALLS).flatMap((numbers) => refuse(numbers[processor.column], constants.errno.EPERM)),
    ...refuse(CLONE3, constants.errno.ENOSYS),
    [IF_EQUAL, 0, 4, processor.clone],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [IF_ANY_BIT, 0, 1, NEW_NAMESPACES],
    [RETURN, 0, 0, deny(constants.errno.EPERM)],
    [RETURN, 0, 0, ALLOW],
    [IF_EQUAL, 0, families.length + 2, processor.socket],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    ...families.map((family, index): Instruction => [IF_EQUAL, families.length - index, 0, family]),
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
export function filteringCommand(network: boolean): readonly string[] {
  const filter = systemCallFilter(network);
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
