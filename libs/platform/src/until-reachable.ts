import { InfrastructureError, messageOf } from '@assay/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface ReachableOptions {
  /** As a sentence names it: `the event store`. */
  readonly what: string;
  /** Milliseconds. 0 asks once. */
  readonly patience: number;
  readonly log: Pick<Logger, 'warn'>;
  /** Ends the waiting with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between two attempts. */
  readonly interval?: number;
}

/** A dependency that did not answer in time at the start. */
export class Unreachable extends InfrastructureError {
  constructor(what: string, patience: number, last: unknown) {
    super(
      `${what} did not answer within ${patience / 1000} s: ${messageOf(last)}. Start it, or correct its address (assay doctor shows the settings)`,
      { cause: last },
    );
    this.name = 'Unreachable';
  }
}

/** Milliseconds between two lines about the same absence. */
const TOLD_EVERY = 5_000;

/**
 * Opens something that may not be there yet: services of one deployment start in any order. Only an
 * {@link InfrastructureError} is worth waiting for.
 *
 * @throws Unreachable after the patience; anything else at once
 */
export async function untilReachable<Value>(
  open: () => Promise<Value>,
  { what, patience, log, signal, interval = 500 }: ReachableOptions,
): Promise<Value> {
  const started = performance.now();
  let told = Number.NEGATIVE_INFINITY;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof InfrastructureError) || patience === 0) throw error;
      const waited = performance.now() - started;
      if (waited + interval > patience) throw new Unreachable(what, patience, error);
      if (waited - told >= TOLD_EVERY) {
        told = waited;
        log.warn({ err: error, waited: Math.round(waited), patience }, `${what} does not answer yet; waiting for it`);
      }
    }
    await pause(interval, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted());
  }
}
