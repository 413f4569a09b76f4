import { WrongExpectedRevision } from './errors';

/** After so many lost races something is wrong that another try will not mend. */
export const MAX_CONFLICTS = 50;

/**
 * Load, decide, append, for work that `decide` does not fit: repeats the work as long as another writer appends first.
 * The work must read its state again, and recognise its own earlier appends.
 *
 * @param work gets the number of races lost so far
 * @param stream the stream whose races count; by default all streams
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
