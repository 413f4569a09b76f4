import { InvalidQuery, type Projection, Projector, ReadModelStoreUnavailable, readModel } from '../src';
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

import { accountsOf, everything, projectorFixture } from './projector-fixture';
import type { StoreSource } from './store-source';

/** The requirements on the projector on every store. */
export function projectorContract(name: string, stores: StoreSource): void {
  describe(`the projector: ${name}`, () => {
    const fixture = projectorFixture(stores);

    it('projects what happens, so that a writer can wait for it and read it', async () => {
      const projector = await fixture.started([accounts, totals]);
      await projector.waitFor(fixture.events.write('a', deposited(5), deposited(2)));
      expect((await accountsOf(projector).get('a'))?.document).toEqual({ owner: 'a', balance: 7, entries: 2 });
      await projector.waitFor(fixture.events.write('x', transferred('a', 'b', 3)));
      expect(
        (await accountsOf(projector).find({ sort: [['balance', 'ascending']] })).map(({ id, document }) => [
          id,
          document.balance,
        ]),
      ).toEqual([
        ['b', 3],
        ['a', 4],
      ]);
      expect((await projector.collection(totals).find()).map(({ id, document }) => [id, document])).toEqual([
        ['Deposited', { events: 2 }],
        ['Transferred', { events: 1 }],
      ]);
    });

    it('moves on over events that nobody handles', async () => {
      const projector = await fixture.started([accounts, totals]);
      await projector.waitFor(fixture.events.write('a', unhandled, unhandled));
      expect(projector.position('accounts')).toBe(2);
      await fixture.stop(projector);
      expect(await fixture.store.checkpoint('accounts@1.1')).toMatchObject({ position: 2 });
    });

    it('leaves a document alone that an event did not change, and removes one that it ended', async () => {
      const projector = await fixture.started([accounts, totals]);
      await projector.waitFor(fixture.events.write('a', deposited(5), deposited(0)));
      expect((await accountsOf(projector).get('a'))?.position).toBe(1);
      await projector.waitFor(fixture.events.write('a', closed));
      expect(await accountsOf(projector).get('a')).toBeUndefined();
    });

    it('goes on where it stopped, each projection from its own checkpoint', async () => {
      await fixture.stop(await fixture.started([accounts]));
      fixture.events.write('a', deposited(1));
      const first = await fixture.started([accounts]);
      await first.waitFor(1);
      await fixture.stop(first);
      fixture.events.write('a', deposited(10));
      const both = await fixture.started([accounts, totals]);
      await both.ready();
      await both.waitFor(2);
      expect(await everything(both)).toMatchObject({
        accounts: [{ document: { balance: 11, entries: 2 } }],
        totals: [{ document: { events: 2 } }],
      });
      await expect(both.status()).resolves.toMatchObject([
        { name: 'accounts', version: 1, position: 2, lag: 0, state: 'live' },
        { name: 'totals', state: 'live' },
      ]);
    });

    it('ends the same when the store took the documents and the process heard nothing of it', async () => {
      let calls = 0;
      const forgetful = fixture.storeWhoseWrites(async (bulk) => {
        const written = await bulk();
        if ((calls += 1) % 2 === 1) throw new ReadModelStoreUnavailable('the answer was lost');
        return written;
      });
      const projector = await fixture.started([accounts], { store: forgetful, batchSize: 2 });
      for (let n = 0; n < 5; n += 1)
        await projector.waitFor(fixture.events.write('a', deposited(1), transferred('a', 'b', 1), deposited(1)));
      expect(calls).toBeGreaterThan(5);
      expect((await accountsOf(projector).find()).map(({ document }) => document)).toEqual([
        { owner: 'a', balance: 5, entries: 15 },
        { owner: 'b', balance: 5, entries: 5 },
      ]);
    });

    it('ends the same when a crash separated documents from their checkpoint', async () => {
      const first = await fixture.started([accounts]);
      await first.waitFor(fixture.events.write('a', deposited(1), deposited(1)));
      await fixture.stop(first);
      await fixture.store.removeCheckpoint('accounts@1.1');
      const second = await fixture.started([accounts]);
      await second.waitFor(fixture.events.write('a', deposited(1)));
      expect((await accountsOf(second).get('a'))?.document).toEqual({ owner: 'a', balance: 3, entries: 3 });
    });

    it('subscribes again after errors, from where it is', async () => {
      fixture.events.failAfter = [2, 0, 1];
      const projector = await fixture.started([accounts, totals]);
      await projector.waitFor(fixture.events.write('a', ...Array.from({ length: 7 }, () => deposited(1))));
      expect((await accountsOf(projector).get('a'))?.document.entries).toBe(7);
      expect(fixture.events.subscriptions).toBeGreaterThan(3);
    });

    it('subscribes again when the subscription is silent while the log grows', async () => {
      fixture.events.mute = true;
      const projector = await fixture.started([accounts], { watchdogMs: 5 });
      const position = fixture.events.write('a', deposited(1));
      fixture.events.mute = false;
      await projector.waitFor(position);
      expect(fixture.events.subscriptions).toBe(2);
    });

    it('fails where the log was replaced while it was followed, and says that to who waits', async () => {
      const projector = await fixture.started([accounts]);
      await projector.waitFor(fixture.events.write('a', deposited(1), deposited(2)));
      const waiting = projector.waitFor(9, { timeoutMs: 60_000 });
      fixture.events.restoreWhileFollowed(1);
      await expect(waiting).rejects.toThrow(/accounts cannot answer yet: .* position 2: it ends at 1/);
      expect(await projector.status()).toMatchObject([
        { state: 'failed', error: expect.stringContaining('position 2') },
      ]);
      await fixture.stop(projector);
      const next = await fixture.started([accounts]);
      await next.ready();
      await next.waitFor(fixture.events.write('a', deposited(5)));
      expect((await accountsOf(next).get('a'))?.document).toMatchObject({ balance: 6, entries: 2 });
    });

    describe('a projection that no document can be written of', () => {
      /** // No store accepts a document without an id. */
      const nameless: Projection<Account, AccountEvent> = {
        ...accounts,
        name: 'nameless',
        documentIds: (event) =>
          event.type === 'Deposited' && event.data.amount === 13 ? [''] : accounts.documentIds(event),
      };

      it('stops alone, keeps what came before, says why, and is tried again at the next start', async () => {
        const projector = await fixture.started([nameless, totals]);
        await projector.waitFor(fixture.events.write('a', deposited(1)));
        await projector.waitFor(fixture.events.write('z', deposited(13)), { readModels: [totals] });
        const [failed, fine] = await projector.status();
        expect(failed).toMatchObject({
          name: 'nameless',
          state: 'failed',
          position: 1,
          lag: 1,
          error: expect.stringMatching(/a document needs a non-empty id/),
        });
        expect(fine).toMatchObject({ name: 'totals', state: 'live', position: 2 });
        expect((await projector.collection(nameless).get('a'))?.document.balance).toBe(1);
        await expect(projector.waitFor(2)).rejects.toMatchObject({
          name: 'ReadModelNotReady',
          message: expect.stringContaining('non-empty id'),
        });
        await fixture.stop(projector);
        const mended = await fixture.started([{ ...accounts, name: 'nameless' }, totals]);
        await mended.waitFor(2);
        expect((await mended.collection(nameless).find()).map(({ document }) => document.balance)).toEqual([1, 13]);
      });

      it('leaves nothing behind of a build that it failed, and fails no other build', async () => {
        fixture.events.write('a', deposited(13));
        const projector = await fixture.started([nameless, totals]);
        await projector.ready();
        await expect(projector.status()).resolves.toMatchObject([
          { state: 'failed', error: expect.stringContaining('non-empty id') },
          { state: 'live' },
        ]);
        await expect(projector.collection(nameless).find()).rejects.toMatchObject({ name: 'ReadModelNotReady' });
        expect(await fixture.generations()).toEqual(['totals@1.1']);
      });
    });

    describe('a document that cannot be made', () => {
      const brittle: Projection<Account, AccountEvent> = {
        ...accounts,
        apply(account, event, id) {
          if (id === 'a' && event.type !== 'Closed' && event.data.amount === 13) throw new Error('unlucky');
          return accounts.apply(account, event, id);
        },
      };
      const balances = async (projector: Projector) =>
        Object.fromEntries((await accountsOf(projector).find()).map(({ id, document }) => [id, document.balance]));
      const happen = () =>
        fixture.events.write('a', deposited(1), transferred('a', 'b', 13), deposited(1), transferred('a', 'c', 2));

      it.each<[string, (projector: Projector) => Promise<void>, boolean]>([
        ['while it follows the log', (projector) => projector.waitFor(happen()), false],
        ['in a build', (projector) => projector.ready(), true],
      ])('is set aside %s, is not begun in its midst by what comes later, and is counted', async (_, reach, first) => {
        if (first) happen();
        const projector = await fixture.started([brittle, totals]);
        await reach(projector);
        expect(await balances(projector)).toEqual({ b: 13, c: 2 });
        await projector.waitFor(fixture.events.write('a', deposited(5), transferred('b', 'a', 1)));
        expect(await balances(projector)).toEqual({ b: 12, c: 2 });
        expect(await projector.status()).toMatchObject([
          { name: 'accounts', state: 'live', lag: 0, setAside: 1 },
          { name: 'totals', state: 'live', lag: 0 },
        ]);
      });

      it('stays aside over a restart, and is there again when the read model is built anew', async () => {
        const projector = await fixture.started([brittle]);
        await projector.waitFor(happen());
        await fixture.stop(projector);
        const second = await fixture.started([accounts]);
        await second.waitFor(fixture.events.write('a', deposited(5)));
        expect(await balances(second)).toEqual({ b: 13, c: 2 });
        expect(await second.status()).toMatchObject([{ setAside: 1 }]);
        await second.rebuild('accounts');
        expect(await balances(second)).toEqual({ a: -8, b: 13, c: 2 });
        expect((await second.status())[0]).not.toHaveProperty('setAside');
      });

      it('is an event left out where its documents cannot even be told', async () => {
        const vague: Projection<Account, AccountEvent> = {
          ...accounts,
          documentIds(event) {
            if (event.type !== 'Closed' && event.data.amount === 13) throw new Error('unlucky');
            return accounts.documentIds(event);
          },
        };
        const projector = await fixture.started([vague]);
        await projector.waitFor(happen());
        expect(await balances(projector)).toEqual({ a: 0, c: 2 });
        expect(await projector.status()).toMatchObject([{ state: 'live', setAside: 1 }]);
      });
    });

    describe('a document that the store does not take', () => {
      /** // MongoDB refuses a document above 16 MB and all writes of the same call, but not its removal. */
      const withLimit = (most: number) =>
        fixture.storeWhoseWrites((bulk, writes) =>
          writes.some(({ document }) => ((document as Partial<Account> | undefined)?.entries ?? 0) > most)
            ? Promise.reject(new InvalidQuery('the document is too large'))
            : bulk(),
        );
      const happen = () =>
        fixture.events.write(
          'a',
          ...['a', 'b', 'c', 'd'].map((name) => transferred('bank', name, 1)),
          ...Array.from({ length: 3 }, () => deposited(1)),
        );

      it.each<[string, (projector: Projector) => Promise<void>, boolean]>([
        ['while it follows the log', (projector) => projector.waitFor(happen()), false],
        ['in a build', (projector) => projector.ready(), true],
      ])('is set aside %s, alone', async (_, reach, first) => {
        if (first) happen();
        const projector = await fixture.started([accounts, totals], { store: withLimit(3), batchSize: 100 });
        await reach(projector);
        // `bank` and `a` have four entries each.
        const documents = () => accountsOf(projector).find();
        expect((await documents()).map(({ id }) => id)).toEqual(['b', 'c', 'd']);
        await projector.waitFor(fixture.events.write('b', deposited(1), transferred('bank', 'a', 1)));
        expect((await documents()).map(({ id, document }) => [id, document.entries])).toEqual([
          ['b', 2],
          ['c', 1],
          ['d', 1],
        ]);
        expect(await projector.status()).toMatchObject([
          { name: 'accounts', state: 'live', setAside: 2 },
          { name: 'totals', state: 'live' },
        ]);
      });
    });

    describe('waiting', () => {
      it('gives up after the timeout and says how far everything is', async () => {
        const projector = await fixture.started([accounts, totals]);
        await projector.waitFor(fixture.events.write('a', deposited(1)));
        await expect(projector.waitFor(2, { timeoutMs: 1, readModels: [totals] })).rejects.toMatchObject({
          name: 'ReadModelBehind',
          positions: { totals: 1 },
        });
      });

      it('ends when the projector does', async () => {
        const projector = await fixture.started([accounts, totals]);
        const waiting = projector.waitFor(99);
        await Promise.all([
          fixture.stop(projector),
          expect(waiting).rejects.toMatchObject({ name: 'ProjectorStopped' }),
        ]);
      });

      it('refuses a name that there is not', async () => {
        await expect(
          (await fixture.started([accounts, totals])).waitFor(0, { readModels: [readModel('unknown')] }),
        ).rejects.toThrow(/no projection unknown: accounts, totals/);
      });
    });

    it('refuses names that clash or cannot be collections', () => {
      const make =
        (...projections: Projection<any>[]) =>
        () =>
          new Projector({ events: fixture.events, store: fixture.store, projections });
      expect(make(accounts, accounts)).toThrow(/same name/);
      expect(make({ ...accounts, name: 'Not Kebab' })).toThrow(/kebab-case/);
      expect(make({ ...accounts, version: 1.5 })).toThrow(/whole number/);
    });
  });
}
