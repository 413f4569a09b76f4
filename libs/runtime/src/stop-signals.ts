export interface Stop {
  /** Aborted at the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** Which one it was, once it came. */
  readonly stopped: Promise<NodeJS.Signals>;
}

/** Status of a process that an impatient person ended: 128 + SIGINT. */
const INTERRUPTED = 130;

/** The first SIGINT or SIGTERM asks for a clean end; the second one ends the process at once. */
export function stopSignals(): Stop {
  const controller = new AbortController();
  const stopped = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (controller.signal.aborted) process.exit(INTERRUPTED);
        controller.abort();
        resolve(signal);
      });
  });
  return { signal: controller.signal, stopped };
}
