/** Combines the caller's signal with a time limit. Once closed, it reacts to neither. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The time limit in milliseconds. */
  readonly time: number;
  expired(): boolean;
  /** Milliseconds until it expires. */
  remaining(): number;
  close(): void;
}

export function openDeadline(time: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const end = performance.now() + time;
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
    remaining: () => Math.max(0, end - performance.now()),
    close() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}
