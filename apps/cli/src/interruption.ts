import { CommandFailed, EXIT } from './exit-status';

/** Runs work whose signal Ctrl-C and SIGTERM abort; what it says of it is the message of the command. */
export async function interruptible<Result>(
  message: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new CommandFailed(`interrupted; ${message}`, EXIT.interrupted));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
