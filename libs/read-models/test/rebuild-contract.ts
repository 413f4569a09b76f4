import fc from 'fast-check';
import { type Projection, type ReadModelStore, ReadModelStoreUnavailable, readModelsOf } from '../src';
import {
  type Account,
  type AccountEvent,
  accounts,
  closed,
  deposited,
  totals,
  transferred,
  unhandled,
} from './account-projections';
import { FollowedLog } from './followed-log';
import { accountsOf, everything, projectorFixture } from './projector-fixture';
import type { StoreSource } from './store-source';

/** The requirements on rebuilding read models on every store. */
export function rebuildContract(name: string, stores: StoreSource): void {
  describe(`rebuilding a read model: ${name}`, () => {
    const fixture = projectorFixture(stores);
    const opened: ReadModelStore[] = [];
    const anew = async () => {
      const store = await stores.open();
      opened.push(store);
      return store;
    };
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()));
    });
    const filled = () =>
      fixture.events.write(
        'a',
        deposited(5),
        transferred('a', 'b', 2),
        unhandled,
        deposited(1),
        transferred('b', 'c', 1),
      );

    it('gives the same documents, whatever happened', async () => {
      const name = fc.constantFrom('a', 'b', 'c', 'd');
      const happening = fc.oneof(
        fc.record({ stream: name, event: fc.integer({ min: 0, max: 9 }).map(deposited) }),
        fc.record({
          stream: name,
          event: fc.tuple(name, name, fc.nat({ max: 5 })).map(([from, to, amount]) => transferred(from, to, amount)),
        }),
        fc.record({ stream: name, event: fc.constantFrom(closed, unhandled) }),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(happening, { maxLength: 40 }),
          fc.integer({ min: 1, max: 7 }),
          async (history, batchSize) => {
            await fixture.store.close();
            await fixture.renew();
            const projector = await fixture.started([accounts, totals], { batchSize });
            for (const { stream, event } of history) fixture.events.write(stream, event);
            await projector.waitFor(history.length);
            const before = await everything(projector);
            await Promise.all([projector.rebuild('accounts'), projector.rebuild('totals')]);
            expect(await everything(projector)).toEqual(before);
            expect(await fixture.generations()).toEqual(['accounts@1.2', 'totals@1.2']);
            await fixture.stop(projector);
          },
        ),
        { numRuns: 20 },
      );
    });

    it('takes along what happens meanwhile, serves present documents until then, and tells how it goes', async () => {
      filled();
      const projector = await fixture.started([accounts], { batchSize: 2 });
      await projector.ready();
      await projector.waitFor(5);
      const served = accountsOf(projector);
      const seen: unknown[] = [];
      const progress: number[] = [];
      await projector.rebuild('accounts', {
        onProgress: (at) => {
          if (progress.push(at.events) === 1) fixture.events.write('a', deposited(100));
          seen.push(served.get('a').then((found) => found!.document.balance >= 4));
        },
      });
      expect(await Promise.all(seen)).not.toContain(false);
      expect(progress.at(-1)).toBeGreaterThanOrEqual(4);
      await projector.waitFor(6);
      expect((await served.get('a'))?.document.balance).toBe(104);
      await projector.waitFor(fixture.events.write('a', deposited(1)));
      expect((await served.get('a'))?.document.balance).toBe(105);
      expect(await fixture.generations()).toEqual(['accounts@1.2']);
    });

    it('misses nothing that the serving documents took in while the indexes were created', async () => {
      filled();
      let meanwhile: () => Promise<void> = async () => undefined;
      fixture.beforeIndexesOf('accounts@1.2', () => meanwhile());
      const projector = await fixture.started([accounts]);
      await projector.ready();
      meanwhile = () => projector.waitFor(fixture.events.write('a', deposited(100)));
      await projector.rebuild('accounts');
      expect((await accountsOf(projector).get('a'))?.document.balance).toBe(104);
    });

    it('happens by itself for a new version, while the old documents serve', async () => {
      const first = await fixture.started([accounts]);
      await first.waitFor(filled());
      await fixture.stop(first);
      const doubled: Projection<Account, AccountEvent> = {
        ...accounts,
        version: 2,
        apply: (account, event, id) => {
          const after = accounts.apply(account, event, id);
          return after && { ...after, owner: `${id}!` };
        },
      };
      let finish = () => {};
      const mayFinish = new Promise<void>((resolve) => {
        finish = resolve;
      });
      fixture.beforeIndexesOf('accounts@2.2', () => mayFinish);
      const second = await fixture.started([doubled]);
      await expect(second.status()).resolves.toMatchObject([{ version: 2, state: 'rebuilding' }]);
      expect((await accountsOf(second).get('a'))?.document.owner).toBe('a');
      finish();
      await second.waitFor(5);
      expect((await accountsOf(second).get('a'))?.document).toEqual({ owner: 'a!', balance: 4, entries: 3 });
      expect(await fixture.generations()).toEqual(['accounts@2.2']);
      expect(await fixture.store.checkpoint('accounts@1.1')).toBeUndefined();
    });

    it('happens when the read models were deleted, and answers nothing before it is done', async () => {
      filled();
      const projector = await fixture.started([accounts, totals]);
      await expect(accountsOf(projector).find()).rejects.toMatchObject({ name: 'ReadModelNotReady' });
      await projector.ready();
      expect((await accountsOf(projector).find()).map(({ document }) => document.balance)).toEqual([4, 1, 1]);
    });

    it('happens when the log was replaced by a shorter one', async () => {
      const first = await fixture.started([accounts]);
      await first.waitFor(filled());
      await fixture.stop(first);
      fixture.events = new FollowedLog();
      fixture.events.write('z', deposited(1));
      const second = await fixture.started([accounts]);
      await second.ready();
      expect((await accountsOf(second).find()).map(({ id }) => id)).toEqual(['z']);
    });

    it('happens when the log was restored from a backup and has overtaken what it was', async () => {
      const first = await fixture.started([accounts, totals]);
      await first.waitFor(filled());
      await fixture.stop(first);
      fixture.events = fixture.events.restoredTo(2);
      fixture.events.write('z', ...Array.from({ length: 9 }, () => deposited(1)));
      const second = await fixture.started([accounts, totals]);
      await second.ready();
      const restored = await everything(second);
      const fresh = await fixture.started([accounts, totals], { store: await anew() });
      await fresh.ready();
      expect(restored).toEqual(await everything(fresh));
      expect(restored.accounts.map(({ id }) => id)).toContain('z');
    });

    it('does not happen when the log is the same one, restored to where it was', async () => {
      const first = await fixture.started([accounts]);
      const head = filled();
      await first.waitFor(head);
      await fixture.stop(first);
      fixture.events = fixture.events.restoredTo(head);
      const second = await fixture.started([accounts]);
      expect(second.position('accounts')).toBe(head);
      expect(await fixture.generations()).toEqual(['accounts@1.1']);
    });

    it('does not happen for checkpoints of a version that kept no marks', async () => {
      const first = await fixture.started([accounts]);
      const head = filled();
      await first.waitFor(head);
      await fixture.stop(first);
      await fixture.store.removeCheckpoint('accounts@1.1');
      await fixture.store.saveCheckpoint({ name: 'accounts@1.1', position: head });
      const second = await fixture.started([accounts]);
      expect(second.position('accounts')).toBe(head);
      await second.waitFor(fixture.events.write('a', deposited(1)));
      await fixture.stop(second);
      expect(await fixture.store.checkpoint('accounts@1.1')).toMatchObject({ mark: expect.any(String) });
    });

    it('is gone on with after a crash, never serves half of it, and leaves no orphan', async () => {
      filled();
      const crashed = new Error('the process was killed');
      let writes = 0;
      const crashing = fixture.storeWhoseWrites((bulk) => ((writes += 1) > 1 ? Promise.reject(crashed) : bulk()));
      const first = await fixture.started([accounts], { store: crashing, batchSize: 1 });
      await first.ready();
      await fixture.stop(first);
      // A killed process leaves a record of a build, its half-filled collection, and a stray one.
      const records = await fixture.store.collection<object>({ name: 'read-model-generations', indexes: [] });
      await records.bulk([{ id: 'accounts', position: 1_000, document: { building: 'accounts@1.7' } }]);
      const half = await fixture.store.collection<Account>({ name: 'accounts@1.7', indexes: [] });
      await half.bulk([{ id: 'a', position: 1, document: { owner: 'a', balance: 5, entries: 1 } }], {
        name: 'accounts@1.7',
        position: 1,
      });
      await fixture.store.collection({ name: 'accounts@1.3', indexes: [] });
      const second = await fixture.started([accounts]);
      await expect(accountsOf(second).find()).rejects.toMatchObject({ name: 'ReadModelNotReady' });
      await second.ready();
      expect((await accountsOf(second).get('a'))?.document).toEqual({ owner: 'a', balance: 4, entries: 3 });
      expect(await fixture.generations()).toEqual(['accounts@1.7']);
    });

    it.each([100, 400])('holds a part of a log of %i events that does not grow with it', async (length) => {
      for (let written = 0; written < length; written += 1) fixture.events.write(`account-${written}`, deposited(1));
      let written = 0;
      const seen = { unwritten: 0, documents: 0 };
      const counting = fixture.storeWhoseWrites((bulk, writes) => {
        seen.unwritten = Math.max(seen.unwritten, fixture.events.handedOver - written);
        seen.documents = Math.max(seen.documents, writes.length);
        written += writes.length;
        return bulk();
      });
      // A deposit and an account each weigh some twenty characters: forty are held at most.
      const projector = await fixture.started([accounts], {
        store: counting,
        batchSize: 1_000,
        retain: { documents: 1_000, weight: 800 },
      });
      await projector.ready();
      expect(await accountsOf(projector).count()).toBe(length);
      expect(seen.unwritten).toBeLessThanOrEqual(50);
      expect(seen.documents).toBeLessThanOrEqual(50);
    });

    it('makes the same documents where it holds hardly any of them', async () => {
      filled();
      const projector = await fixture.started([accounts, totals], {
        batchSize: 1,
        retain: { documents: 1, weight: 1 },
      });
      await projector.ready();
      expect((await accountsOf(projector).find()).map(({ document }) => document.balance)).toEqual([4, 1, 1]);
    });

    it('waits out a store that is away for a while', async () => {
      filled();
      let calls = 0;
      const shaky = fixture.storeWhoseWrites((bulk) =>
        (calls += 1) < 4 ? Promise.reject(new ReadModelStoreUnavailable('away')) : bulk(),
      );
      const projector = await fixture.started([accounts], { store: shaky });
      await projector.ready();
      expect((await accountsOf(projector).find()).map(({ document }) => document.balance)).toEqual([4, 1, 1]);
    });

    it('shows the serving generation to processes without a projector', async () => {
      const others = readModelsOf(fixture.store, [accounts]).collection(accounts);
      await expect(others.find()).rejects.toMatchObject({ name: 'ReadModelNotReady' });
      filled();
      const projector = await fixture.started([accounts]);
      await projector.ready();
      await projector.rebuild('accounts');
      expect((await others.get('a'))?.document.balance).toBe(4);
    });
  });
}
