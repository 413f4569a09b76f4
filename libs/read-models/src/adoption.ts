import { LOG_START, type LogPosition } from '@assay/event-store';
import { type Generations, parsedGeneration } from './generations';
import type { Projection } from './projection';
import type { Collection, Document, ReadModelStore } from './read-model-store';

export interface Adopted {
  /** The generation that can answer. */
  readonly served: Collection<Document>;
  /** Up to where its documents are complete. */
  readonly position: LogPosition;
  /** It is of the projection's version, so that the projection can go on with it. */
  readonly isCurrent: boolean;
}

/**
 * What an earlier run left of a projection: tidied up, so that what remains is the generation that serves (none when it
 * was never finished, or came of another log) and, of the present version, the one that was being built to replace it.
 */
export async function adopt(store: ReadModelStore, generations: Generations, projection: Projection, head: LogPosition): Promise<Adopted | undefined> {
  let { active, building } = await generations.of(projection.name);
  const position = await reached(store, active);
  // Ahead of the log: the events were replaced by others, and what was made of the old ones is about nothing now.
  if (position > head || (await reached(store, building)) > head) [active, building] = [undefined, undefined];
  if (active !== undefined && !(await store.collections()).includes(active)) active = undefined;
  // With an empty log there is nothing to build: an empty generation is complete.
  if (active === undefined && head === LOG_START) active = await generations.next(projection);
  const isCurrent = active !== undefined && isOf(projection, active);
  // A rebuild on demand that a stop cut short is not gone on with: what serves is whole.
  if (building !== undefined && (isCurrent || !isOf(projection, building))) building = undefined;
  await generations.save(projection.name, { active, building });
  await generations.dropOrphans(projection.name);
  if (active === undefined) return undefined;
  return { served: await store.collection<Document>({ name: active, indexes: projection.indexes }), position, isCurrent };
}

const isOf = (projection: Projection, collection: string): boolean => parsedGeneration(collection)?.version === projection.version;

const reached = async (store: ReadModelStore, collection: string | undefined): Promise<LogPosition> =>
  (collection === undefined ? undefined : await store.checkpoint(collection)) ?? LOG_START;
