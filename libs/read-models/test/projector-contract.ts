import { type Projection, Projector, ReadModelStoreUnavailable, readModel } from '../src';
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
import { asEventStore } from './in-memory-event-store';
import { accountsOf, everything, projectorFixture } from './projector-fixture';
import type { StoreSource } from './store-source';

/** What the projector does on every store. */
export function projectorContract(name: string, stores: StoreSource): void {
  describe(`the projector: ${name}`, () => {
    const fixture = projectorFixture(stores);

    it('projects what happens, so that a writer can wait for it and read it', async () => {
      const projector = await fixture.started([accounts, totals]);
      await projector.waitFor(fixture.events.append('a', deposited(5), deposited(2)));
      expect((await accountsOf(projector).get('a'))?.document).toEqual({ owner: 'a', balance: 7, entries: 2 });
      await projector.waitFor(fixture.events.append('x', transferred('a', 'b', 3)));
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
      await projector.waitFor(fixture.events.append('a', unhandled, unhandled));
      expect(projector.position('accounts')).toBe(2);
      await fixture.stop(projector);
      expect(await fixture.store.checkpoint('accounts@1.1')).toMatchObject({ position: 2 });
    });

    it('leaves a document alone that an event did not change, and removes one that it ended', async () => {
      const projector = await fixture.started([accounts, totals]);
      await projector.waitFor(fixture.events.append('a', deposited(5), deposited(0)));
      expect((await accountsOf(projector).get('a'))?.position).toBe(1);
      await projector.waitFor(fixture.events.append('a', closed));
      expect(await accountsOf(projector).get('a')).toBeUndefined();
    });

    it('goes on where it stopped, each projection from its own checkpoint', async () => {
      await fixture.stop(await fixture.started([accounts]));
      fixture.events.append('a', deposited(1));
      const first = await fixture.started([accounts]);
      await first.waitFor(1);
      await fixture.stop(first);
      fixture.events.append('a', deposited(10));
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
        await projector.waitFor(fixture.events.append('a', deposited(1), transferred('a', 'b', 1), deposited(1)));
      expect(calls).toBeGreaterThan(5);
      expect((await accountsOf(projector).find()).map(({ document }) => document)).toEqual([
        { owner: 'a', balance: 5, entries: 15 },
        { owner: 'b', balance: 5, entries: 5 },
      ]);
    });

    it('ends the same when a crash separated documents from their checkpoint', async () => {
      const first = await fixture.started([accounts]);
      await first.waitFor(fixture.events.append('a', deposited(1), deposited(1)));
      await fixture.stop(first);
      await fixture.store.removeCheckpoint('accounts@1.1');
      const second = await fixture.started([accounts]);
      await second.waitFor(fixture.events.append('a', deposited(1)));
      expect((await accountsOf(second).get('a'))?.document).toEqual({ owner: 'a', balance: 3, entries: 3 });
    });

    it('subscribes again after errors, from where it is', async () => {
      fixture.events.failAfter = [2, 0, 1];
      const projector = await fixture.started([accounts, totals]);
      await projector.waitFor(fixture.events.append('a', ...Array.from({ length: 7 }, () => deposited(1))));
      expect((await accountsOf(projector).get('a'))?.document.entries).toBe(7);
      expect(fixture.events.subscriptions).toBeGreaterThan(3);
    });

    it('subscribes again when the subscription is silent while the log grows', async () => {
      fixture.events.mute = true;
      const projector = await fixture.started([accounts], { watchdogMs: 5 });
      const position = fixture.events.append('a', deposited(1));
      fixture.events.mute = false;
      await projector.waitFor(position);
      expect(fixture.events.subscriptions).toBe(2);
    });

    describe('a projection that throws', () => {
      const brittle: Projection<Account, AccountEvent> = {
        ...accounts,
        name: 'brittle',
        apply(account, event, id) {
          if (event.type !== 'Closed' && event.data.amount === 13) throw new Error('unlucky');
          return accounts.apply(account, event, id);
        },
      };

      it('stops alone, keeps what came before, says where it failed, and is tried at the next start', async () => {
        const projector = await fixture.started([brittle, totals]);
        await projector.waitFor(fixture.events.append('a', deposited(1), deposited(13), deposited(1)), {
          readModels: [totals],
        });
        const [failed, fine] = await projector.status();
        expect(failed).toMatchObject({
          name: 'brittle',
          state: 'failed',
          position: 1,
          lag: 2,
          error: expect.stringMatching(/position 2 \(Deposited in a\): unlucky/),
        });
        expect(fine).toMatchObject({ name: 'totals', state: 'live', position: 3 });
        expect((await projector.collection(brittle).get('a'))?.document.balance).toBe(1);
        await expect(projector.waitFor(3)).rejects.toMatchObject({
          name: 'ReadModelNotReady',
          message: expect.stringContaining('unlucky'),
        });
        await fixture.stop(projector);
        const mended = await fixture.started([{ ...accounts, name: 'brittle' }, totals]);
        await mended.waitFor(3);
        expect((await mended.collection(brittle).get('a'))?.document.balance).toBe(15);
      });

      it('changes none of the documents of the event that it failed at', async () => {
        const half: Projection<Account, AccountEvent> = {
          ...accounts,
          apply: (account, event, id) =>
            id === 'b' ? brittle.apply(account, event, id) : accounts.apply(account, event, id),
        };
        const projector = await fixture.started([half, totals]);
        await projector.waitFor(fixture.events.append('a', deposited(20), transferred('a', 'b', 13)), {
          readModels: [totals],
        });
        expect((await accountsOf(projector).find()).map(({ document }) => document.balance)).toEqual([20]);
      });

      it('leaves nothing behind of a build that it failed', async () => {
        fixture.events.append('a', deposited(13));
        const projector = await fixture.started([brittle, totals]);
        await projector.ready();
        await expect(projector.status()).resolves.toMatchObject([
          { state: 'failed', error: expect.stringContaining('unlucky') },
          { state: 'live' },
        ]);
        await expect(projector.collection(brittle).find()).rejects.toMatchObject({ name: 'ReadModelNotReady' });
        expect(await fixture.generations()).toEqual(['totals@1.1']);
      });
    });

    describe('waiting', () => {
      it('gives up after the timeout and says how far everything is', async () => {
        const projector = await fixture.started([accounts, totals]);
        await projector.waitFor(fixture.events.append('a', deposited(1)));
        await expect(projector.waitFor(2, { timeoutMs: 1, readModels: [totals] })).rejects.toMatchObject({
          name: 'ReadModelBehind',
          positions: { totals: 1 },
        });
      });

      it('ends when the projector does', async () => {
        const projector = await fixture.started([accounts, totals]);
        const waiting = expect(projector.waitFor(99)).rejects.toMatchObject({ name: 'ProjectorStopped' });
        await fixture.stop(projector);
        await waiting;
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
          new Projector({ events: asEventStore(fixture.events), store: fixture.store, projections });
      expect(make(accounts, accounts)).toThrow(/same name/);
      expect(make({ ...accounts, name: 'Not Kebab' })).toThrow(/kebab-case/);
      expect(make({ ...accounts, version: 1.5 })).toThrow(/whole number/);
    });
  });
}
