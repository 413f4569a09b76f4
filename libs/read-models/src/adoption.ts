import { type EventStore, LOG_START, type LogPosition } from '@assay/event-store';
import { type Generations, parsedGeneration } from './generations';
import { isOfLog, positionOfCheckpoint } from './log-marks';
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

interface Adopting {
  readonly events: EventStore;
  readonly store: ReadModelStore;
  readonly generations: Generations;
  readonly head: LogPosition;
}

/**
 * What an earlier run left of a projection: tidied up, so that what remains is the generation that serves (none when it
 * was never finished, or came of another log) and, of the present version, the one that was being built to replace it.
 */
export async function adopt(
  { events, store, generations, head }: Adopting,
  projection: Projection,
): Promise<Adopted | undefined> {
  const isOfThisLog = async (collection: string | undefined): Promise<boolean> => {
    const checkpoint = collection === undefined ? undefined : await store.checkpoint(collection);
    return checkpoint === undefined || isOfLog(checkpoint, events, head);
  };
  let { active } = await generations.change(projection.name, async (record) => {
    let { active, building } = record;
    // Another log, or a backup of this one: what was made of the events that are gone is about nothing now.
    if (!(await isOfThisLog(active)) || !(await isOfThisLog(building))) [active, building] = [undefined, undefined];
    if (active !== undefined && !(await store.collections()).includes(active)) active = undefined;
    const isCurrent = active !== undefined && isOf(projection, active);
    // A rebuild on demand that a stop cut short is not gone on with: what serves is whole. A newer version may be
    // building just now, in a process that is to replace this one.
    if (building !== undefined && (isOf(projection, building) ? isCurrent : versionOf(building) < projection.version))
      building = undefined;
    return { ...record, active, building };
  });
  await generations.dropOrphans(projection.name);
  // With an empty log there is nothing to build: an empty generation is complete.
  if (active === undefined && head === LOG_START) active = await serveEmpty(store, generations, projection);
  if (active === undefined) return undefined;
  const served = await store.collection<Document>({ name: active, indexes: projection.indexes });
  return { served, position: await reached(store, active), isCurrent: isOf(projection, active) };
}

async function serveEmpty(
  store: ReadModelStore,
  generations: Generations,
  projection: Projection,
): Promise<string | undefined> {
  const { name } = await generations.begin(projection);
  // Before it is said to serve: one that serves and is not there is taken for lost.
  await store.collection({ name, indexes: projection.indexes });
  return (await generations.serve(projection.name, name)) ? name : undefined;
}

/** What another process has put in the place of the generation that served. */
export async function adoptReplacement(
  store: ReadModelStore,
  generations: Generations,
  projection: Projection,
  active: string,
): Promise<Adopted> {
  const isCurrent = isOf(projection, active);
  // The indexes of another version are its own business.
  const collection = await store.collection<Document>(
    isCurrent ? { name: active, indexes: projection.indexes } : { name: active },
  );
  await generations.dropOrphans(projection.name);
  return { served: collection, position: await reached(store, active), isCurrent };
}

const versionOf = (collection: string): number => parsedGeneration(collection)?.version ?? -1;
const isOf = (projection: Projection, collection: string): boolean => versionOf(collection) === projection.version;

const reached = async (store: ReadModelStore, collection: string | undefined): Promise<LogPosition> =>
  positionOfCheckpoint(collection === undefined ? undefined : await store.checkpoint(collection));
