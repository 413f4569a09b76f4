import { type BackoffOptions, retry } from '@assay/kernel';
import { EventStoreUnavailable } from '../errors';

/** A fault that is over in a moment, mostly because another node of the cluster leads now. */
export class PassingFault extends EventStoreUnavailable {
  constructor(
    message: string,
    /** The server may have done the request, so only a call that can be recognised may be repeated. */
    readonly mayBeDone: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const DELAYS: BackoffOptions = { initialDelayMs: 20, maxDelayMs: 250 };

/**
 * Repeats work after a passing fault while time is left.
 *
 * @param until on the clock of `performance.now()`
 * @param isRecognised the work may be done twice: it reads, or its repetition is recognised
 */
export const whilePassing = <Value>(
  work: (attempt: number) => Promise<Value>,
  { until, isRecognised, ending }: { until: number; isRecognised: boolean; ending: AbortSignal },
): Promise<Value> => {
  let attempt = 0;
  return retry(() => work((attempt += 1)), {
    delays: DELAYS,
    isRetryable: (error) =>
      error instanceof PassingFault &&
      (isRecognised || !error.mayBeDone) &&
      !ending.aborted &&
      performance.now() + DELAYS.maxDelayMs < until,
  });
};
