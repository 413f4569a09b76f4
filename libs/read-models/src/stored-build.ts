import type { EventStore } from '@assay/event-store';
import { type BuildProgress, buildProgress } from './build-progress';
import { Generations } from './generations';
import { positionOfCheckpoint } from './log-marks';
import type { ReadModelStore } from './read-model-store';

/**
 * How far a build is that another process makes, by the checkpoint that it leaves with each write; undefined if none
 * has begun.
 */
export async function storedBuild(
  name: string,
  { store, events }: { readonly store: ReadModelStore; readonly events: Pick<EventStore, 'head'> },
): Promise<BuildProgress | undefined> {
  const { building } = await (await Generations.open(store)).of(name);
  if (building === undefined) return undefined;
  const [checkpoint, head] = await Promise.all([store.checkpoint(building), events.head()]);
  return buildProgress(positionOfCheckpoint(checkpoint), head);
}
