import type { Logger } from 'pino';

export interface Repetition {
  /** What is done, for the log: `resuming unfinished sessions`. */
  readonly what: string;
  /** Milliseconds from the end of one run to the next, and after one that failed. */
  readonly every: number;
  readonly afterFailure: number;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Does something at once and then again and again, one run at a time.
 *
 * @returns ends it, after the run at hand
 */
export function repeatedly(
  { what, every, afterFailure, log }: Repetition,
  work: () => Promise<void>,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void>;
  let stopped = false;
  const run = async () => {
    let next = every;
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, `${what} failed; trying again`);
      next = afterFailure;
    }
    if (stopped) return;
    timer = setTimeout(() => {
      running = run();
    }, next);
  };
  running = run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
