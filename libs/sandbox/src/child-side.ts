import { writeSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * What a sandboxed process needs of its sandbox. Nothing is imported here but Node: every child waits for what it
 * loads.
 */

const RESULTS = 3;
/** Open for as long as the parent lives. */
const LIFELINE = 4;

/**
 * Writes one result as a line of JSON, at once and in full. The pipe blocks: a child that finds faster than the parent
 * reads waits for it. Where something made it non-blocking, waiting a millisecond does the same without burning the
 * core that the parent needs.
 */
export function writeResult(message: unknown): void {
  let rest = Buffer.from(`${JSON.stringify(message)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(RESULTS, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * For machines whose kernel does not end a child with its parent: noticed as soon as the child yields. Group 0 is this
 * process and what it started.
 */
export function endWithParent(): void {
  new Socket({ fd: LIFELINE })
    .on('close', () => process.kill(0, 'SIGKILL'))
    .on('error', () => undefined)
    .resume()
    .unref();
}
