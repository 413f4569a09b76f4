import { type EventStore, LOG_START, type LogPosition } from '@assay/event-store';
import { type Generations, parsedGeneration } from './generations';
import { isOfLog, positionOfCheckpoint } from './log-marks';
import type { Projection } from './projection';
import type { Collection, Document, ReadModelStore } from './read-model-store';

export interface Adopted {
  /** The generation that answers queries. */
  readonly served: Collection<Document>;
  /** The position up to which its documents are complete. */
  readonly position: LogPosition;
  /** Whether it has the projection's version, so that the projection can continue with it. */
  readonly isCurrent: boolean;
}

interface Adopting {
  readonly events: EventStore;
  readonly store: ReadModelStore;
  readonly generations: Generations;
  readonly head: LogPosition;
}

/**
 * Cleans up the generations of a projection that an earlier run left. The generation that serves remains, if it was
 * finished and belongs to this log, and so does an unfinished replacement of the present version.
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
    // Another log, or a restored backup of this one: documents made from events that are gone are meaningless.
    if (!(await isOfThisLog(active)) || !(await isOfThisLog(building))) [active, building] = [undefined, undefined];
    if (active !== undefined && !(await store.collections()).includes(active)) active = undefined;
    const isCurrent = active !== undefined && isOf(projection, active);
    // If a stop cut a rebuild on demand short, it is not continued, because the served generation is whole. A newer
    // version may be building just now, in a process that is to replace this one.
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
  // First create the collection: a generation that is recorded as served but does not exist counts as lost.
  await store.collection({ name, indexes: projection.indexes });
  return (await generations.serve(projection.name, name)) ? name : undefined;
}

/** The generation with which another process has replaced the served one. */
export async function adoptReplacement(
  store: ReadModelStore,
  generations: Generations,
  projection: Projection,
  active: string,
): Promise<Adopted> {
  const isCurrent = isOf(projection, active);
  // The indexes of another version are left alone.
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
