import { setImmediate } from 'node:timers/promises';

/** Runs to the end, and lets all else that waits for the loop run at each rest. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate();
  }
}
