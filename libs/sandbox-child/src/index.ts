import { writeSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * The functions that a sandboxed process uses. Only Node's own modules are imported here, because every import delays
 * the start of each child.
 */

const RESULTS = 3;
/** This descriptor is open as long as the parent lives. */
const LIFELINE = 4;

/**
 * Writes one result as a line of JSON, immediately and completely. The pipe blocks, so a child that writes faster than
 * the parent reads has to wait. If something made the pipe non-blocking, waiting a millisecond has the same effect and
 * does not burn the core that the parent needs.
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
 * Ends this process when its parent ends, on machines whose kernel does not do that. The child notices it when it next
 * yields. Group 0 is this process and the processes that it started.
 */
export function endWithParent(): void {
  new Socket({ fd: LIFELINE })
    .on('close', () => process.kill(0, 'SIGKILL'))
    .on('error', () => undefined)
    .resume()
    .unref();
}
