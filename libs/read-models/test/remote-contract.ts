import {
  type Collection,
  type FollowedReadModels,
  type Projector,
  type ReadModelStore,
  ReadModelStoreUnavailable,
  followReadModels,
  readModel,
} from '../src';
import { accounts, deposited, totals, unhandled } from './account-projections';
import { eventually } from './eventually';
import { FollowedLog } from './followed-log';
import { projectorFixture } from './projector-fixture';
import type { StoreSource } from './store-source';

/** The requirements on read models in a process without a projector, on every store. */
export function remoteContract(name: string, stores: StoreSource): void {
  describe(`read models that another process projects: ${name}`, () => {
    const fixture = projectorFixture(stores);
    const projections = [accounts, totals];
    const follow = (store: ReadModelStore = fixture.store): FollowedReadModels =>
      followReadModels({ store, events: fixture.events, projections });
    const balance = async (followed: FollowedReadModels, id = 'a') =>
      (await followed.collection(accounts).get(id))?.document.balance;

    /** The store, with a callback before each read of a generation's documents. */
    const storeWithReads = (before: () => Promise<void>): ReadModelStore => {
      const { store } = fixture;
      const collection: ReadModelStore['collection'] = async <Doc extends object>(definition: {
        name: string;
      }): Promise<Collection<Doc>> => {
        const opened = await store.collection<Doc>(definition);
        const get = opened.get.bind(opened);
        return definition.name.includes('@')
          ? Object.assign(opened, { get: (id: string) => before().then(() => get(id)) })
          : opened;
      };
      return Object.assign(Object.create(store) as ReadModelStore, {
        collection,
        checkpoint: store.checkpoint.bind(store),
      });
    };

    it('shows a writer its own write, each time', async () => {
      await fixture.started(projections);
      const followed = follow();
      for (let n = 1; n <= 30; n += 1) {
        await followed.waitFor(fixture.events.write('a', deposited(1)));
        expect(await balance(followed)).toBe(n);
      }
    });

    it('tells that events were passed which a projection has no use for, one by one', async () => {
      const projector = await fixture.started(projections);
      await projector.waitFor(fixture.events.write('a', deposited(1)));
      const followed = follow();
      for (let n = 0; n < 5; n += 1)
        await followed.waitFor(fixture.events.write('a', unhandled), { readModels: [totals] });
      await expect(followed.status()).resolves.toMatchObject([
        { name: 'accounts', version: 1, position: 6, lag: 0, state: 'live' },
        { name: 'totals', position: 6, state: 'live' },
      ]);
    });

    it('waits for many at once, each until what it wants is there', async () => {
      const followed = follow();
      const reached: number[] = [];
      const waiting = [3, 1, 2].map((position) =>
        followed.waitFor(position, { timeoutMs: 30_000 }).then(() => reached.push(position)),
      );
      await fixture.started(projections);
      for (let n = 1; n <= 3; n += 1) {
        fixture.events.write('a', deposited(1));
        await followed.waitFor(n, { timeoutMs: 30_000 });
      }
      await Promise.all(waiting);
      expect(reached.sort()).toEqual([1, 2, 3]);
      await followed.waitFor(2);
    });

    it('says what is not built, what is behind, and who was waited for in vain', async () => {
      const followed = follow();
      fixture.events.write('a', deposited(1));
      await expect(followed.status()).resolves.toMatchObject([
        { name: 'accounts', version: 1, position: 0, lag: 1, state: 'not-built' },
        { state: 'not-built' },
      ]);
      await expect(balance(followed)).rejects.toMatchObject({ name: 'ReadModelNotReady' });
      const projector = await fixture.started(projections);
      await projector.ready();
      await followed.waitFor(1);
      await fixture.stop(projector);
      fixture.events.write('a', deposited(1));
      await expect(followed.status()).resolves.toMatchObject([
        { position: 1, lag: 1, state: 'behind' },
        { position: 1, lag: 1, state: 'behind' },
      ]);
      await expect(followed.waitFor(2, { timeoutMs: 20, readModels: [totals] })).rejects.toMatchObject({
        name: 'ReadModelBehind',
        wanted: 2,
        positions: { totals: 1 },
      });
      await expect(followed.waitFor(1, { readModels: [readModel('unknown')] })).rejects.toThrow(
        /no projection unknown: accounts, totals/,
      );
    });

    it('is not held up by a projection that failed beside those that are waited for', async () => {
      const failing = { ...totals, documentIds: () => [''] };
      const projector = await fixture.started([accounts, failing]);
      const followed = follow();
      await followed.waitFor(fixture.events.write('a', deposited(1)), { readModels: [accounts] });
      // The projection fails in a separate turn, which may come after the awaited one.
      await eventually(
        async () => projector.status(),
        (states) => states[0]?.state === 'live' && states[1]?.state === 'failed',
      );
      await expect(followed.status()).resolves.toMatchObject([
        { position: 1, state: 'live' },
        { position: 0, lag: 1, state: 'behind' },
      ]);
    });

    it('waits out a store that is away: what was written is done, and late is all that an answer can be', async () => {
      await fixture.started(projections);
      let away = true;
      let asked = 0;
      const shaky = Object.assign(Object.create(fixture.store) as ReadModelStore, {
        collection: async (definition: { name: string; indexes?: [] }) => {
          asked += 1;
          if (away) throw new ReadModelStoreUnavailable('away');
          return fixture.store.collection(definition);
        },
        checkpoint: fixture.store.checkpoint.bind(fixture.store),
      });
      const followed = follow(shaky);
      const position = fixture.events.write('a', deposited(1));
      await expect(followed.waitFor(position, { timeoutMs: 20 })).rejects.toMatchObject({ name: 'ReadModelBehind' });
      await expect(followed.status()).resolves.toMatchObject([
        { state: 'behind', error: expect.stringContaining('cannot be read') },
        { state: 'behind' },
      ]);
      const waiting = followed.waitFor(position, { timeoutMs: 30_000 });
      const before = asked;
      await eventually(
        async () => asked,
        (now) => now > before + 1,
      );
      away = false;
      await waiting;
      expect(await balance(followed)).toBe(1);
    });

    it('answers from the new generation where the one that it reads is replaced and dropped meanwhile', async () => {
      const projector: Projector = await fixture.started(projections);
      await projector.waitFor(fixture.events.write('a', deposited(7)));
      let rebuild = async () => undefined as void;
      let readings = 0;
      const followed = follow(
        storeWithReads(async () => {
          readings += 1;
          const swap = rebuild;
          rebuild = async () => undefined;
          await swap();
        }),
      );
      expect(await balance(followed)).toBe(7);
      rebuild = () => projector.rebuild('accounts');
      expect(await balance(followed)).toBe(7);
      expect(readings).toBe(3);
      await followed.waitFor(fixture.events.write('a', deposited(1)));
      expect(await balance(followed)).toBe(8);
      await expect(followed.status()).resolves.toMatchObject([
        { position: 2, state: 'live' },
        { position: 2, state: 'live' },
      ]);
    });

    it('takes nothing that was said about a longer log for true of the one that replaced it', async () => {
      const first = await fixture.started(projections);
      await first.waitFor(fixture.events.write('a', ...Array.from({ length: 9 }, () => deposited(1))));
      await fixture.stop(first);
      fixture.events = new FollowedLog();
      fixture.events.write('z', deposited(1));
      const second = await fixture.started(projections);
      await second.ready();
      const followed = follow();
      await followed.waitFor(1, { timeoutMs: 30_000 });
      await expect(followed.waitFor(2, { timeoutMs: 20 })).rejects.toMatchObject({
        name: 'ReadModelBehind',
        positions: { accounts: 1, totals: 1 },
      });
      await followed.waitFor(fixture.events.write('z', unhandled), { timeoutMs: 30_000 });
      expect(await balance(followed, 'z')).toBe(1);
    });

    it('cannot be written', async () => {
      await fixture.started(projections);
      await expect(follow().collection(accounts).bulk([])).rejects.toThrow(/written by its projector alone/);
    });
  });
}
