import { type Projection, Projector, type ProjectorOptions, type ReadModelStore, type Write } from '../src';
import { accounts, totals } from './account-projections';
import { FollowedLog } from './followed-log';
import type { StoreSource } from './store-source';

type Bulk = () => Promise<number>;

/**
 * A log in memory, a store for read models, and projectors over them; everything is new for each test and ended after
 * it.
 */
export function projectorFixture(stores: StoreSource) {
  let running: Projector[] = [];
  const fixture = {
    events: new FollowedLog(),
    store: undefined as unknown as ReadModelStore,
    async renew(): Promise<void> {
      fixture.events = new FollowedLog();
      fixture.store = await stores.open();
    },
    async started(
      projections: readonly Projection<any>[],
      options: Partial<ProjectorOptions> = {},
    ): Promise<Projector> {
      const projector = new Projector({
        events: fixture.events,
        store: fixture.store,
        projections,
        backoff: { initialDelayMs: 1, maxDelayMs: 2 },
        ...options,
      });
      running.push(projector);
      await projector.start();
      return projector;
    },
    async stop(projector: Projector): Promise<void> {
      running = running.filter((one) => one !== projector);
      await projector.stop();
    },
    /** Does something before the store creates the indexes of a collection: its documents are complete by then. */
    beforeIndexesOf(collection: string, wait: () => Promise<void>): void {
      const declared = fixture.store.collection.bind(fixture.store);
      fixture.store.collection = async (definition) => {
        if (definition.name === collection && definition.indexes?.length) await wait();
        return declared(definition);
      };
    },
    generations: async () => (await fixture.store.collections()).filter((name) => name.includes('@')),
    /** The store, with the writes of documents intercepted. */
    storeWhoseWrites(intercept: (bulk: Bulk, writes: readonly Write<object>[]) => Promise<number>): ReadModelStore {
      const { store } = fixture;
      const collection: ReadModelStore['collection'] = async (definition) => {
        const opened = await store.collection<any>(definition);
        const bulk = opened.bulk.bind(opened);
        return definition.name.includes('@')
          ? Object.assign(opened, {
              bulk: (...written: Parameters<typeof bulk>) => intercept(() => bulk(...written), written[0]),
            })
          : opened;
      };
      const others = (name: string | symbol): unknown => {
        const other: unknown = Reflect.get(store, name);
        return typeof other === 'function' ? other.bind(store) : other;
      };
      return new Proxy(store, { get: (_, name) => (name === 'collection' ? collection : others(name)) });
    },
  };
  beforeEach(() => fixture.renew());
  afterEach(async () => {
    await Promise.all(running.map((projector) => projector.stop()));
    running = [];
    await fixture.store.close();
  });
  afterAll(() => stores.remove());
  return fixture;
}

export const accountsOf = (projector: Projector) => projector.collection(accounts);
export const everything = async (projector: Projector) => ({
  accounts: await accountsOf(projector).find(),
  totals: await projector.collection(totals).find(),
});
