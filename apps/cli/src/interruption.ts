import { CommandFailed, EXIT } from './exit-status';

/** A closed terminal is one of them: Node ends at SIGHUP even under `nohup`, and what it wrote would stay behind. */
const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls it at the first Ctrl-C, SIGTERM or SIGHUP instead of ending at once. Returns what stops listening. */
export function onInterruption(interrupt: () => void): () => void {
  for (const signal of INTERRUPTIONS) process.once(signal, interrupt);
  return () => {
    for (const signal of INTERRUPTIONS) process.off(signal, interrupt);
  };
}

/** Runs work whose signal Ctrl-C, SIGTERM and SIGHUP abort; what it says of it is the message of the command. */
export async function interruptible<Result>(
  message: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  const stopListening = onInterruption(() =>
    interruption.abort(new CommandFailed(`interrupted; ${message}`, EXIT.interrupted)),
  );
  try {
    return await work(interruption.signal);
  } finally {
    stopListening();
  }
}
