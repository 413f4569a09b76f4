import { pause } from './pause';

interface RepeatOptions {
  /** Milliseconds from the end of one run to the next. */
  readonly everyMs: number;
  /** The same after a run that failed. */
  readonly afterFailureMs?: number;
  /** Milliseconds before the first run; 0 by default. */
  readonly firstAfterMs?: number;
  /** Without it, a run that fails ends the repetition with its error. */
  readonly onFailure?: (error: unknown) => void;
  /** Ends the repetition after the current run. */
  readonly signal: AbortSignal;
}

/** Runs work again and again, one run at a time, until the signal ends it. */
export async function repeat(
  work: () => Promise<void>,
  { everyMs, afterFailureMs = everyMs, firstAfterMs = 0, onFailure, signal }: RepeatOptions,
): Promise<void> {
  if (firstAfterMs > 0) await pause(firstAfterMs, signal);
  while (!signal.aborted) {
    let delay = everyMs;
    try {
      await work();
    } catch (error) {
      if (!onFailure) throw error;
      onFailure(error);
      delay = afterFailureMs;
    }
    await pause(delay, signal);
  }
}
