import { spawnSync } from 'node:child_process';
import { DENIED_CALLS } from '../../../../libs/sandbox/src/system-call-numbers';
import type { Surroundings } from './surroundings';

/** @returns what was got; undefined if nothing was. An error says that it was refused. */
export type Attempt = (around: Surroundings) => unknown;

/** A group of attempts, by name. */
export type Attempts = Readonly<Record<string, Attempt>>;

const OTHER_CALLS: Readonly<Record<string, readonly [x64: number, arm64: number]>> = {
  pidfd_open: [434, 434],
  prlimit64: [302, 261],
  sched_setaffinity: [203, 122],
  process_madvise: [440, 440],
  capset: [126, 91],
};

/** A system call failed. */
export class Refused extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

const UNSHARE = DENIED_CALLS['unshare']![process.arch === 'arm64' ? 1 : 0]!;

/** Perl code that makes a user namespace, so that what follows runs in it. */
export const IN_USER_NAMESPACE = `syscall(${UNSHARE}, 0x10000000) == 0 or do { print "refused " . (0 + $!); exit };`;

/** An argument of a system call that the kernel reads or writes: bytes. */
export const bytes = (content: Buffer | number): string =>
  `x${(typeof content === 'number' ? Buffer.alloc(content) : content).toString('hex')}`;
export const text = (content: string): string => bytes(Buffer.from(`${content}\0`));

/**
 * Makes a system call in a process of its own, by Perl, because Node can make only those that it has a function for.
 * `before` is Perl code that runs first; `$fd` in it becomes the first argument.
 */
export function systemCall(name: string, args: readonly (number | string)[] = [], before = ''): string {
  const numbers = DENIED_CALLS[name] ?? OTHER_CALLS[name];
  const number = numbers?.[process.arch === 'arm64' ? 1 : 0];
  if (number === undefined) throw new Refused('no such call on this processor');
  const code =
    `my $fd; ${before}; my @a = map { /^x(.*)/s ? pack("H*", $1) : $_ + 0 } @ARGV; my $number = shift @a;` +
    'unshift @a, $fd if defined $fd; my $got = syscall($number, @a);' +
    'print $got == -1 ? "refused " . (0 + $!) : "got $got"';
  const { stdout, error, signal } = spawnSync('perl', ['-e', code, String(number), ...args.map(String)], {
    encoding: 'utf8',
    timeout: 10_000,
  });
  if (error) throw error;
  const [, outcome, value] = /^(got|refused) (-?\d+)$/.exec(stdout) ?? [];
  if (outcome === undefined) throw new Refused(signal ?? `Perl said: ${stdout}`);
  if (outcome === 'refused') throw new Refused(`errno ${value}`);
  return `result ${value}`;
}
