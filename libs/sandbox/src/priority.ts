import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { findProgram } from './own-root';

/**
 * How much a confined process gives way, from 0 to 19. Anybody who waits for an answer of this process does not wait
 * for the engines: beside three of them its loop stood still for 450 ms, of which it ran for 70. One step is a tenth:
 * with five, engines still get a quarter of a processor that somebody else wants, too.
 */
const NICENESS = '5';
/** Milliseconds. Linux lets a user who is not root change one autogroup in a tenth of a second. */
const PAUSE = 120;
/** After so many refusals the autogroup stays as it is; the engine only runs at the same priority as this process. */
const MOST_TRIES = 50;

let givesWay = false;

/** From now on confined processes give way to this one, because it answers requests. */
export function letEnginesGiveWay(): void {
  givesWay = true;
}

/** A command line that gives way to this process, where it is to, and the machine has the program for it. */
export const givingWay = (command: readonly [string, ...string[]]): readonly [string, ...string[]] =>
  givesWay && hasNice() ? ['nice', '-n', NICENESS, ...command] : command;

let isNicePresent: boolean | undefined;

const hasNice = (): boolean => (isNicePresent ??= findProgram('nice').length > 0);

/**
 * Lowers the priority of a detached child's autogroup, where it is to give way. Where Linux groups processes by their
 * session, which most distributions turn on, `nice` compares processes of one session only, and each detached child has
 * its own: it would get as much of the processors as this process with all its threads.
 */
export function lowerAutogroup(child: ChildProcess, tries = MOST_TRIES): void {
  if (!givesWay || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, NICENESS);
  } catch (error) {
    // Everything else says that the system has no autogroups, or that the child has ended.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || tries <= 1) return;
    setTimeout(() => lowerAutogroup(child, tries - 1), PAUSE).unref();
  }
}
