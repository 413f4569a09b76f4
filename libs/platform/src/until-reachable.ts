import { InfrastructureError, messageOf } from '@assay/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface ReachableOptions {
  /** The name in a sentence: `the event store`. */
  readonly what: string;
  /** How long to try, in milliseconds. 0 tries once. */
  readonly patience: number;
  readonly log: Pick<Logger, 'warn'>;
  /** Ends the wait with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between two attempts. */
  readonly interval?: number;
}

/** A dependency did not answer in time at the start. */
export class Unreachable extends InfrastructureError {
  constructor(what: string, patience: number, last: unknown) {
    super(
      `${what} did not answer within ${patience / 1000} s: ${messageOf(last)}. ` +
        'Start it, or correct its address (assay doctor shows the settings)',
      { cause: last },
    );
    this.name = 'Unreachable';
  }
}

/** Milliseconds between two log lines about the same dependency. */
const LOG_INTERVAL = 5_000;

/**
 * Opens a dependency that may not be available yet, because the services of a deployment start in any order. It retries
 * only after an {@link InfrastructureError}.
 *
 * @throws Unreachable when the time is over; any other error at once
 */
export async function untilReachable<Value>(
  open: () => Promise<Value>,
  { what, patience, log, signal, interval = 500 }: ReachableOptions,
): Promise<Value> {
  const started = performance.now();
  let lastLogged = Number.NEGATIVE_INFINITY;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof InfrastructureError) || patience === 0) throw error;
      const waited = performance.now() - started;
      if (waited + interval > patience) throw new Unreachable(what, patience, error);
      if (waited - lastLogged >= LOG_INTERVAL) {
        lastLogged = waited;
        log.warn({ err: error, waited: Math.round(waited), patience }, `${what} does not answer yet; waiting for it`);
      }
    }
    await pause(interval, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted());
  }
}
