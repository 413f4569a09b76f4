import { Backoff, type BackoffOptions } from '@assay/kernel';

/** Asks once, and again after growing delays, until the answer is true. False once the signal has aborted. */
export async function untilTrue(
  ask: () => Promise<boolean>,
  { delays, over }: { readonly delays: BackoffOptions; readonly over: AbortSignal },
): Promise<boolean> {
  const backoff = new Backoff(delays);
  for (;;) {
    if (await ask()) return true;
    if (over.aborted) return false;
    await backoff.wait(over);
  }
}
