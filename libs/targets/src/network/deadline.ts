/** The caller's signal and a time limit in one, which takes no more of either once it is closed. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds that were allowed. */
  readonly time: number;
  expired(): boolean;
  close(): void;
}

export function openDeadline(time: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let expired = false;
  const abort = () => controller.abort(outer!.reason);
  const timer = setTimeout(() => {
    expired = true;
    controller.abort(new DOMException('the time is over', 'TimeoutError'));
  }, time);
  outer?.addEventListener('abort', abort, { once: true });
  if (outer?.aborted) abort();
  return {
    signal: controller.signal,
    time,
    expired: () => expired,
    close() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}
