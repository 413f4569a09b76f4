import { InfrastructureError } from '@assay/kernel';
import pino from 'pino';

/**
 * An error as a line of the log has it. A fault of the infrastructure is logged by its message and those of its causes:
 * the work is tried again, and the stack, of some 3 KB, would be the same each time. Any other error keeps its stack.
 */
export function errorInLog(error: unknown): unknown {
  if (!(error instanceof InfrastructureError)) return pino.stdSerializers.err(error as Error);
  return { type: error.name, message: saidBy(error) };
}

/** Each cause says more than the error before it, unless that has quoted it. */
function saidBy(error: Error): string {
  const said = [error.message];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause)
    if (!said.some((message) => message.includes((cause as Error).message))) said.push(cause.message);
  return said.join(': ');
}
