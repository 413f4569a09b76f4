import type { Clock } from '@assay/kernel';
import { type TargetGuard, TargetNotAllowed, TargetUnreachable, guardedFetch } from '@assay/targets';
import type { DeliveryOutcome } from '../channel';
import { retryAfter } from './retry-after';

/** Milliseconds. */
const TIME = 10_000;

interface Post {
  readonly url: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly guard: TargetGuard;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds that the receiver has to answer. */
  readonly time?: number | undefined;
  /** Whether an answer of this status may become another one later. */
  readonly mayChange: (status: number) => boolean;
}

/**
 * Sends JSON through the target guard and follows no redirect. What it says of the outcome never has the address, which
 * may be a secret, nor anything of the answer's body, which may repeat it.
 */
export async function postMessage({
  url,
  body,
  headers,
  guard,
  clock,
  signal,
  time = TIME,
  mayChange,
}: Post): Promise<DeliveryOutcome> {
  try {
    const answer = await guardedFetch({
      url,
      guard,
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      limits: { bytes: 0, redirects: 0, time },
      // A receiver that has taken the message may say so with a page of any length.
      headOnly: true,
      signal,
    });
    answer.discard();
    const { status } = answer;
    if (status >= 200 && status < 300) return { kind: 'delivered', detail: `answered ${status}` };
    const reason =
      status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`;
    return mayChange(status)
      ? { kind: 'retry', reason, after: retryAfter(answer.headers, clock.now()) }
      : { kind: 'failed', reason };
  } catch (error) {
    if (error instanceof TargetNotAllowed)
      return { kind: 'failed', reason: `the address may not be contacted (${error.reason})` };
    if (error instanceof TargetUnreachable)
      return { kind: 'retry', reason: `the address cannot be reached (${error.reason})` };
    throw error;
  }
}
