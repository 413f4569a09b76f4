import { messageOf } from '@assay/kernel';
import { CommandFailed, EXIT } from './exit-status';
import { removeTemporaryFolders } from './temporary-folder';

/** A closed terminal is one of them: Node ends at SIGHUP even under `nohup`, and what it wrote would stay behind. */
const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls it at the first Ctrl-C, SIGTERM or SIGHUP instead of ending at once, as the second one does. Returns what stops
 * listening.
 */
export function onInterruption(interrupt: () => void): () => void {
  let isInterrupted = false;
  const hear = (signal: NodeJS.Signals) => {
    if (isInterrupted) {
      stopListening();
      return endAtOnce(signal);
    }
    isInterrupted = true;
    return interrupt();
  };
  const stopListening = () => {
    for (const signal of INTERRUPTIONS) process.off(signal, hear);
  };
  for (const signal of INTERRUPTIONS) process.on(signal, hear);
  return stopListening;
}

/** The folders hold a copy of the target, which would stay behind otherwise. */
function endAtOnce(signal: NodeJS.Signals): void {
  try {
    removeTemporaryFolders();
  } catch (error) {
    process.stderr.write(`warning: ${messageOf(error)}\n`);
  }
  process.kill(process.pid, signal);
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
