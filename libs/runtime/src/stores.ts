import type { EventStore, Upcasts } from '@assay/event-store';
import type { Settings } from '@assay/kernel';
import { connectTemporalOrchestrator, connectTemporalScheduler, startTemporalWorker } from '@assay/orchestration';
import { isEmbedded, openAnchorStore, openEventStore, openReadModelStore, untilReachable } from '@assay/platform';
import type { ReadModelStore } from '@assay/read-models';
import type { Logger } from 'pino';
import { upcasts } from './upcasts';

/** How a process comes by its engines; tests put themselves in between. */
export interface Openers extends StoreOpeners {
  readonly connectTemporalOrchestrator: typeof connectTemporalOrchestrator;
  readonly connectTemporalScheduler: typeof connectTemporalScheduler;
  readonly startTemporalWorker: typeof startTemporalWorker;
}

export interface StoreOpeners {
  openEventStore(settings: Settings, options: { readonly log: Logger; readonly upcasts: Upcasts }): Promise<EventStore>;
  openReadModelStore(settings: Settings, options: { readonly log: Logger }): Promise<ReadModelStore>;
}

export const CONFIGURED: Openers = {
  openEventStore,
  openReadModelStore,
  connectTemporalOrchestrator,
  connectTemporalScheduler,
  startTemporalWorker,
};

/**
 * Milliseconds that a process waits at its start for what it depends on: a server of the same deployment takes up to a
 * minute to come up.
 */
export const START_PATIENCE = 60_000;

export interface Stores {
  readonly events: EventStore;
  readonly store: ReadModelStore;
  /** The store of the ledgers' anchors: the same as `store`, or a file of its own. */
  readonly anchors: ReadModelStore;
}

/** Opens the stores. A file is there or not; a server is waited for until it answers. */
export async function openStores(
  settings: Settings,
  openers: StoreOpeners,
  { log, signal }: { log: Logger; signal?: AbortSignal | undefined },
): Promise<Stores> {
  const patienceFor = (url: string) => (isEmbedded(url) ? 0 : START_PATIENCE);
  const events = await untilReachable(
    () =>
      answering(
        () => openers.openEventStore(settings, { log, upcasts }),
        (opened) => opened.head(),
      ),
    { what: 'the event store', patience: patienceFor(settings.eventStoreUrl), log, signal },
  );
  try {
    const store = await untilReachable(
      () =>
        answering(
          () => openers.openReadModelStore(settings, { log }),
          (opened) => opened.ping(),
        ),
      { what: 'the read models', patience: patienceFor(settings.readModelUrl), log, signal },
    );
    try {
      return { events, store, anchors: (await openAnchorStore(settings, { store })) ?? store };
    } catch (error) {
      await store.close();
      throw error;
    }
  } catch (error) {
    await events.close();
    throw error;
  }
}

/** A client of a server opens whether the server is there or not; only its first answer tells. */
async function answering<Store extends { close(): Promise<void> }>(
  open: () => Promise<Store>,
  ask: (store: Store) => Promise<unknown>,
): Promise<Store> {
  const store = await open();
  try {
    await ask(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
