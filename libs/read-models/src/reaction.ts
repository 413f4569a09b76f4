import { InfrastructureError } from '@assay/kernel';

/** Errors of a store itself: until somebody repairs it, no event can be handled. */
const OF_THE_STORE = new Set([
  'EventStoreCorrupt',
  'EventStoreLocked',
  'ReadModelStoreCorrupt',
  'ReadModelStoreLocked',
]);

/**
 * Whether an error says that something is away or broken which the reaction needs, so that it is worth trying again
 * for ever, and in order: what is behind it would meet the same. Any other error is about the event: a rule that
 * refuses it, a shape that is not known, a mistake in the code.
 */
export function isOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof InfrastructureError || OF_THE_STORE.has(cause.name)) return true;
    // A system call failed: a disk, a socket, a process that could not be started.
    if ('syscall' in cause) return true;
  }
  return false;
}
