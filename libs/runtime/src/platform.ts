import type { Settings } from '@assay/kernel';
import { type FollowedPlatform, ProcessState, createLogger } from '@assay/platform';
import { projections } from '@assay/projections';
import { Projector, type RebuildProgress } from '@assay/read-models';
import type { Logger } from 'pino';
import { CONFIGURED, type StoreOpeners, type Stores, openStores } from './stores';

/** A platform whose projections run in this process. */
interface ProjectingPlatform extends FollowedPlatform {
  readonly projector: Projector;
  close(): Promise<void>;
}

/** Milliseconds: at 50,000 events a second, thirty million events. */
const CATCH_UP_PATIENCE = 600_000;

/** A projector that has begun; where the stores do not answer, nothing of it is left behind. */
export async function startProjector(
  { events, store }: Pick<Stores, 'events' | 'store'>,
  log: Logger,
  onBuild?: (progress: RebuildProgress) => void,
): Promise<Projector> {
  const projector = new Projector({ events, store, projections, log, ...(onBuild && { onBuild }) });
  try {
    await projector.start();
    return projector;
  } catch (error) {
    await projector.stop();
    throw error;
  }
}

/** Resolves when every read model holds what the log holds now. */
export async function caughtUp(projector: Projector, { events }: Pick<Stores, 'events'>): Promise<void> {
  await projector.ready();
  await projector.waitFor(await events.head(), { timeoutMs: CATCH_UP_PATIENCE });
}

/**
 * The stores and the projections on them, caught up with the log: for a command that changes or rebuilds something and
 * ends.
 */
export async function openPlatform(
  settings: Settings,
  openers: StoreOpeners = CONFIGURED,
): Promise<ProjectingPlatform> {
  const log = createLogger(settings.logLevel);
  const stores = await openStores(settings, openers, { log });
  const { events, store, anchors } = stores;
  const closeStores = async () => {
    if (anchors !== store) await anchors.close();
    await store.close();
    await events.close();
  };
  try {
    const projector = await startProjector(stores, log);
    await caughtUp(projector, stores);
    return {
      settings,
      events,
      store,
      anchors,
      projector,
      readModels: projector,
      log,
      state: new ProcessState(),
      async close() {
        await projector.stop();
        await closeStores();
      },
    };
  } catch (error) {
    await closeStores();
    throw error;
  }
}
