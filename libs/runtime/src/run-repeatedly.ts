import { repeat } from '@assay/kernel';
import type { Logger } from 'pino';

interface Repetition {
  /** The name of the work, for the log: `resuming unfinished sessions`. */
  readonly what: string;
  /** Milliseconds from the end of one run to the next. */
  readonly every: number;
  /** The same after a run that failed. */
  readonly afterFailure: number;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Runs work at once and then again and again in the background, one run at a time. A run that fails is logged.
 *
 * @returns ends it after the current run
 */
export function runRepeatedly(
  { what, every, afterFailure, log }: Repetition,
  work: () => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController();
  const running = repeat(work, {
    everyMs: every,
    afterFailureMs: afterFailure,
    onFailure: (error) => log.warn({ err: error }, `${what} failed; trying again`),
    signal: stopping.signal,
  });
  return async () => {
    stopping.abort();
    await running;
  };
}
