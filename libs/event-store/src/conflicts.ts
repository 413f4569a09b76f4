import { WrongExpectedRevision } from './errors';

/** After so many lost races something is wrong that another try will not mend. */
export const MAX_CONFLICTS = 50;

/**
 * Load, decide, append, for work that `decide` does not fit: runs it again as long as somebody else appends first. It
 * must read again what it decides on, and find what an earlier run has already appended.
 *
 * @param work gets how many races were lost before
 * @param stream the one whose races count; without it, those of any stream
 * @throws WrongExpectedRevision after 50 lost races
 */
export async function retryConflicts<Result>(
  work: (conflicts: number) => Promise<Result>,
  stream?: string,
): Promise<Result> {
  for (let conflicts = 0; ; conflicts += 1)
    try {
      return await work(conflicts);
    } catch (error) {
      const isLost = error instanceof WrongExpectedRevision && (stream === undefined || error.stream === stream);
      if (!isLost || conflicts >= MAX_CONFLICTS) throw error;
    }
}
