import fc from 'fast-check';
import { type Projection, Projector, type ProjectorOptions, type ReadModelStore, ReadModelStoreUnavailable, openSqliteReadModelStore, readModelsOf } from '../src';
import { type Account, accounts, closed, deposited, totals, transferred, unhandled } from './account-projections';
import { InMemoryEventStore, asEventStore } from './in-memory-event-store';
import { temporaryDirectory } from './temporary-directory';

describe('the projector', () => {
  const directory = temporaryDirectory();
  let events: InMemoryEventStore;
  let store: ReadModelStore;
  let running: Projector[] = [];
  let files = 0;

  beforeEach(async () => {
    events = new InMemoryEventStore();
    store = await openSqliteReadModelStore({ file: directory.file(`${(files += 1)}.db`) });
  });
  afterEach(async () => {
    await Promise.all(running.map((projector) => projector.stop()));
    running = [];
    await store.close();
  });
  afterAll(() => directory.remove());

  async function started(projections: readonly Projection<any>[] = [accounts, totals], options: Partial<ProjectorOptions> = {}): Promise<Projector> {
    const projector = new Projector({ events: asEventStore(events), store, projections, backoff: { initialDelayMs: 1, maxDelayMs: 2 }, ...options });
    running.push(projector);
    await projector.start();
    return projector;
  }
  const stop = async (projector: Projector) => {
    running = running.filter((one) => one !== projector);
    await projector.stop();
  };
  const accountsOf = (projector: Projector) => projector.collection<Account>('accounts');
  const everything = async (projector: Projector) => ({ accounts: await accountsOf(projector).find(), totals: await projector.collection('totals').find() });
  const generations = async () => (await store.collections()).filter((name) => name.includes('@'));
  /** The store, with some calls of `bulk` on generations intercepted. */
  const bulkThat = (intercept: (bulk: () => Promise<number>) => Promise<number>): ReadModelStore => ({
    ...Object.fromEntries((['dropCollection', 'collections', 'checkpoint', 'saveCheckpoint', 'removeCheckpoint', 'ping', 'close'] as const).map((name) => [name, (store[name] as (...a: unknown[]) => unknown).bind(store)])),
    collection: async (definition: Parameters<ReadModelStore['collection']>[0]) => {
      const collection = await store.collection(definition);
      const bulk = collection.bulk.bind(collection);
      return definition.name.includes('@') ? Object.assign(collection, { bulk: (...a: Parameters<typeof bulk>) => intercept(() => bulk(...a)) }) : collection;
    },
  }) as ReadModelStore;

  it('projects what happens, so that a writer can wait for it and read it', async () => {
    const projector = await started();
    await projector.waitFor(events.append('a', deposited(5), deposited(2)));
    expect((await accountsOf(projector).get('a'))?.document).toEqual({ owner: 'a', balance: 7, entries: 2 });
    await projector.waitFor(events.append('x', transferred('a', 'b', 3)));
    expect((await accountsOf(projector).find({ sort: [['balance', 'ascending']] })).map(({ id, document }) => [id, document.balance])).toEqual([['b', 3], ['a', 4]]);
    expect((await projector.collection('totals').find()).map(({ id, document }) => [id, document])).toEqual([['Deposited', { events: 2 }], ['Transferred', { events: 1 }]]);
  });

  it('moves on over events that nobody handles', async () => {
    const projector = await started();
    await projector.waitFor(events.append('a', unhandled, unhandled));
    expect(projector.position('accounts')).toBe(2);
    await stop(projector);
    expect(await store.checkpoint('accounts@1.1')).toBe(2);
  });

  it('leaves a document alone that an event did not change, and removes one that it ended', async () => {
    const projector = await started();
    await projector.waitFor(events.append('a', deposited(5), deposited(0)));
    expect((await accountsOf(projector).get('a'))?.position).toBe(1);
    await projector.waitFor(events.append('a', closed));
    expect(await accountsOf(projector).get('a')).toBeUndefined();
  });

  it('goes on where it stopped, each projection from its own checkpoint', async () => {
    await stop(await started([accounts]));
    events.append('a', deposited(1));
    const first = await started([accounts]);
    await first.waitFor(1);
    await stop(first);
    events.append('a', deposited(10));
    const both = await started([accounts, totals]);
    await both.ready();
    await both.waitFor(2);
    expect(await everything(both)).toMatchObject({ accounts: [{ document: { balance: 11, entries: 2 } }], totals: [{ document: { events: 2 } }] });
    await expect(both.status()).resolves.toMatchObject([{ name: 'accounts', version: 1, position: 2, lag: 0, state: 'live' }, { name: 'totals', state: 'live' }]);
  });

  it('ends the same when the store took the documents and the process heard nothing of it', async () => {
    let calls = 0;
    const forgetful = bulkThat(async (bulk) => {
      const written = await bulk();
      if ((calls += 1) % 2 === 1) throw new ReadModelStoreUnavailable('the answer was lost');
      return written;
    });
    const projector = await started([accounts], { store: forgetful, batchSize: 2 });
    for (let n = 0; n < 5; n += 1) await projector.waitFor(events.append('a', deposited(1), transferred('a', 'b', 1), deposited(1)));
    expect(calls).toBeGreaterThan(5);
    expect((await accountsOf(projector).find()).map(({ document }) => document)).toEqual([{ owner: 'a', balance: 5, entries: 15 }, { owner: 'b', balance: 5, entries: 5 }]);
  });

  it('ends the same when a crash separated documents from their checkpoint', async () => {
    const first = await started([accounts]);
    await first.waitFor(events.append('a', deposited(1), deposited(1)));
    await stop(first);
    await store.removeCheckpoint('accounts@1.1');
    const second = await started([accounts]);
    await second.waitFor(events.append('a', deposited(1)));
    expect((await accountsOf(second).get('a'))?.document).toEqual({ owner: 'a', balance: 3, entries: 3 });
  });

  it('subscribes again after errors, from where it is', async () => {
    events.failAfter = [2, 0, 1];
    const projector = await started();
    await projector.waitFor(events.append('a', ...Array.from({ length: 7 }, () => deposited(1))));
    expect((await accountsOf(projector).get('a'))?.document.entries).toBe(7);
    expect(events.subscriptions).toBeGreaterThan(3);
  });

  it('subscribes again when the subscription is silent while the log grows', async () => {
    events.mute = true;
    const projector = await started([accounts], { watchdogMs: 5 });
    const position = events.append('a', deposited(1));
    events.mute = false;
    await projector.waitFor(position);
    expect(events.subscriptions).toBe(2);
  });

  describe('a projection that throws', () => {
    const brittle: Projection<Account> = {
      ...accounts,
      name: 'brittle',
      apply(account, event, id) {
        if ((event.data as { amount?: number }).amount === 13) throw new Error('unlucky');
        return accounts.apply(account, event, id);
      },
    };

    it('stops alone, keeps what came before, says where it failed, and is tried again at the next start', async () => {
      const projector = await started([brittle, totals]);
      await projector.waitFor(events.append('a', deposited(1), deposited(13), deposited(1)), { names: ['totals'] });
      const [failed, fine] = await projector.status();
      expect(failed).toMatchObject({ name: 'brittle', state: 'failed', position: 1, lag: 2, error: expect.stringMatching(/position 2 \(Deposited in a\): unlucky/) });
      expect(fine).toMatchObject({ name: 'totals', state: 'live', position: 3 });
      expect((await projector.collection<Account>('brittle').get('a'))?.document.balance).toBe(1);
      await expect(projector.waitFor(3)).rejects.toMatchObject({ name: 'ReadModelNotReady', message: expect.stringContaining('unlucky') });
      await stop(projector);
      const mended = await started([{ ...accounts, name: 'brittle' }, totals]);
      await mended.waitFor(3);
      expect((await mended.collection<Account>('brittle').get('a'))?.document.balance).toBe(15);
    });

    it('changes none of the documents of the event that it failed at', async () => {
      const half: Projection<Account> = { ...accounts, apply: (account, event, id) => (id === 'b' ? brittle.apply(account, event, id) : accounts.apply(account, event, id)) };
      const projector = await started([half, totals]);
      await projector.waitFor(events.append('a', deposited(20), transferred('a', 'b', 13)), { names: ['totals'] });
      expect((await accountsOf(projector).find()).map(({ document }) => document.balance)).toEqual([20]);
    });

    it('leaves nothing behind of a build that it failed', async () => {
      events.append('a', deposited(13));
      const projector = await started([brittle, totals]);
      await projector.ready();
      await expect(projector.status()).resolves.toMatchObject([{ state: 'failed', error: expect.stringContaining('unlucky') }, { state: 'live' }]);
      await expect(projector.collection('brittle').find()).rejects.toMatchObject({ name: 'ReadModelNotReady' });
      expect(await generations()).toEqual(['totals@1.1']);
    });
  });

  describe('waiting', () => {
    it('gives up after the timeout and says how far everything is', async () => {
      const projector = await started();
      await projector.waitFor(events.append('a', deposited(1)));
      await expect(projector.waitFor(2, { timeoutMs: 1, names: ['totals'] })).rejects.toMatchObject({ name: 'ReadModelBehind', positions: { totals: 1 } });
    });

    it('ends when the projector does', async () => {
      const projector = await started();
      const waiting = expect(projector.waitFor(99)).rejects.toMatchObject({ name: 'ProjectorStopped' });
      await stop(projector);
      await waiting;
    });

    it('refuses a name that there is not', async () => {
      await expect((await started()).waitFor(0, { names: ['unknown'] })).rejects.toThrow(/no projection unknown: accounts, totals/);
    });
  });

  describe('rebuilding', () => {
    const filled = () => events.append('a', deposited(5), transferred('a', 'b', 2), unhandled, deposited(1), transferred('b', 'c', 1));

    it('gives the same documents, whatever happened', async () => {
      const name = fc.constantFrom('a', 'b', 'c', 'd');
      const happening = fc.oneof(fc.record({ stream: name, event: fc.integer({ min: 0, max: 9 }).map(deposited) }), fc.record({ stream: name, event: fc.tuple(name, name, fc.nat({ max: 5 })).map(([from, to, amount]) => transferred(from, to, amount)) }), fc.record({ stream: name, event: fc.constantFrom(closed, unhandled) }));
      await fc.assert(fc.asyncProperty(fc.array(happening, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), async (history, batchSize) => {
        events = new InMemoryEventStore();
        await store.close();
        store = await openSqliteReadModelStore({ file: directory.file(`${(files += 1)}.db`) });
        const projector = await started([accounts, totals], { batchSize });
        for (const { stream, event } of history) events.append(stream, event);
        await projector.waitFor(history.length);
        const before = await everything(projector);
        await Promise.all([projector.rebuild('accounts'), projector.rebuild('totals')]);
        expect(await everything(projector)).toEqual(before);
        expect(await generations()).toEqual(['accounts@1.2', 'totals@1.2']);
        await stop(projector);
      }), { numRuns: 20 });
    });

    it('takes along what happens meanwhile, serves the present documents until it is done, and tells how it goes', async () => {
      filled();
      const projector = await started([accounts], { batchSize: 2 });
      await projector.ready();
      await projector.waitFor(5);
      const served = accountsOf(projector);
      const seen: unknown[] = [];
      const progress: number[] = [];
      await projector.rebuild('accounts', {
        onProgress: (at) => {
          if (progress.push(at.events) === 1) events.append('a', deposited(100));
          seen.push(served.get('a').then((found) => found!.document.balance >= 4));
        },
      });
      expect(await Promise.all(seen)).not.toContain(false);
      expect(progress.at(-1)).toBeGreaterThanOrEqual(4);
      await projector.waitFor(6);
      expect((await served.get('a'))?.document.balance).toBe(104);
      await projector.waitFor(events.append('a', deposited(1)));
      expect((await served.get('a'))?.document.balance).toBe(105);
      expect(await generations()).toEqual(['accounts@1.2']);
    });

    it('happens by itself for a new version, while the old documents serve', async () => {
      const first = await started([accounts]);
      await first.waitFor(filled());
      await stop(first);
      const doubled: Projection<Account> = { ...accounts, version: 2, apply: (account, event, id) => { const after = accounts.apply(account, event, id); return after && { ...after, owner: `${id}!` }; } };
      const second = await started([doubled]);
      await expect(second.status()).resolves.toMatchObject([{ version: 2, state: 'rebuilding' }]);
      expect((await accountsOf(second).get('a'))?.document.owner).toBe('a');
      await second.waitFor(5);
      expect((await accountsOf(second).get('a'))?.document).toEqual({ owner: 'a!', balance: 4, entries: 3 });
      expect(await generations()).toEqual(['accounts@2.2']);
      expect(await store.checkpoint('accounts@1.1')).toBeUndefined();
    });

    it('happens when the read models were deleted, and answers nothing before it is done', async () => {
      filled();
      const projector = await started();
      await expect(accountsOf(projector).find()).rejects.toMatchObject({ name: 'ReadModelNotReady' });
      await projector.ready();
      expect((await accountsOf(projector).find()).map(({ document }) => document.balance)).toEqual([4, 1, 1]);
    });

    it('happens when the log was replaced by a shorter one', async () => {
      const first = await started([accounts]);
      await first.waitFor(filled());
      await stop(first);
      events = new InMemoryEventStore();
      events.append('z', deposited(1));
      const second = await started([accounts]);
      await second.ready();
      expect((await accountsOf(second).find()).map(({ id }) => id)).toEqual(['z']);
    });

    it('is gone on with after a crash, never serves half of it, and leaves no orphan', async () => {
      filled();
      const crashed = new Error('the process was killed');
      let writes = 0;
      const crashing = bulkThat((bulk) => ((writes += 1) > 1 ? Promise.reject(crashed) : bulk()));
      const first = await started([accounts], { store: crashing, batchSize: 1 });
      await first.ready();
      await stop(first);
      // What a killed process leaves: a record of a build, its collection half full, and a stray one.
      const records = await store.collection<object>({ name: 'read-model-generations', indexes: [] });
      await records.bulk([{ id: 'accounts', position: 1_000, document: { building: 'accounts@1.7' } }]);
      const half = await store.collection<Account>({ name: 'accounts@1.7', indexes: [] });
      await half.bulk([{ id: 'a', position: 1, document: { owner: 'a', balance: 5, entries: 1 } }], { name: 'accounts@1.7', position: 1 });
      await store.collection({ name: 'accounts@1.3', indexes: [] });
      const second = await started([accounts]);
      await expect(accountsOf(second).find()).rejects.toMatchObject({ name: 'ReadModelNotReady' });
      await second.ready();
      expect((await accountsOf(second).get('a'))?.document).toEqual({ owner: 'a', balance: 4, entries: 3 });
      expect(await generations()).toEqual(['accounts@1.7']);
    });

    it('waits out a store that is away for a while', async () => {
      filled();
      let calls = 0;
      const shaky = bulkThat((bulk) => ((calls += 1) < 4 ? Promise.reject(new ReadModelStoreUnavailable('away')) : bulk()));
      const projector = await started([accounts], { store: shaky });
      await projector.ready();
      expect((await accountsOf(projector).find()).map(({ document }) => document.balance)).toEqual([4, 1, 1]);
    });

    it('shows the serving generation to processes without a projector', async () => {
      const others = readModelsOf(store, [accounts]).collection<Account>('accounts');
      await expect(others.find()).rejects.toMatchObject({ name: 'ReadModelNotReady' });
      filled();
      const projector = await started([accounts]);
      await projector.ready();
      await projector.rebuild('accounts');
      expect((await others.get('a'))?.document.balance).toBe(4);
    });
  });

  it('refuses names that clash or cannot be collections', () => {
    const make = (...projections: Projection<any>[]) => () => new Projector({ events: asEventStore(events), store, projections });
    expect(make(accounts, accounts)).toThrow(/same name/);
    expect(make({ ...accounts, name: 'Not Kebab' })).toThrow(/kebab-case/);
    expect(make({ ...accounts, version: 1.5 })).toThrow(/whole number/);
  });
});
