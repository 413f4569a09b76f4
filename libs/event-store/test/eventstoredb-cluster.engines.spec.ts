import { afterEach } from '@jest/globals';
import { status } from '@grpc/grpc-js';
import { type EventStore, openEventStoreDb } from '@assay/event-store';
import { StandInCluster } from '../../../test/support/eventstoredb/cluster';
import { notLeader, serverError } from '../../../test/support/eventstoredb/messages';
import type { StandInOptions } from '../../../test/support/eventstoredb/server';
import { collect, eventsOf, happened, newStream, numberOf, numbered, numbersOf, until, upTo } from './events';
import { temporaryFile } from './temporary-file';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function startCluster(hooks: Partial<StandInOptions> = {}): Promise<StandInCluster> {
  const cluster = await StandInCluster.start(temporaryFile(), hooks);
  closing.push(() => cluster.close());
  return cluster;
}

async function openStore(url: string, deadlineMs = 60_000): Promise<EventStore> {
  const store = await openEventStoreDb({ url, deadlineMs, backoff: { initialDelayMs: 20, maxDelayMs: 200 } });
  closing.unshift(() => store.close());
  return store;
}

/** The first node leads at first. */
const WAYS = [
  ['three seeds', (cluster: StandInCluster) => cluster.url('esdb', 0, 1, 2)],
  ['one seed', (cluster: StandInCluster) => cluster.url('esdb+discover', 0)],
  ['the leader alone', (cluster: StandInCluster) => cluster.url('esdb', 0)],
  ['a follower alone', (cluster: StandInCluster) => cluster.url('esdb', 1)],
] as const;

describe.each(WAYS)('a cluster that is named by %s', (_way, urlOf) => {
  /** A store that has written, so that it knows where the leader is. */
  async function withStore() {
    const cluster = await startCluster();
    const store = await openStore(urlOf(cluster));
    const stream = newStream();
    await store.append(stream, [numbered(0)]);
    await store.append(stream, [numbered(1)], { expectedRevision: 0 });
    return { cluster, store, stream };
  }

  it('loses its leader: an append under its ids waits for the next one', async () => {
    const { cluster, store, stream } = await withStore();
    cluster.elect(undefined);
    await cluster.kill(0);
    const appends = [store.append(stream, [numbered(2)]), store.append(newStream(), [numbered(0)])];
    await cluster.restart(1);
    cluster.elect(1);
    expect(await Promise.all(appends)).toMatchObject([{ revision: 2 }, { revision: 0 }]);
    expect(await numbersOf(store.readStream(stream))).toEqual([0, 1, 2]);
  }, 60_000);

  it('has a leader that falls silent: calls that wait for it move to the next one', async () => {
    const { cluster, store, stream } = await withStore();
    cluster.silence(0);
    const append = store.append(stream, [numbered(2)]);
    const read = numbersOf(store.readStream(newStream()));
    cluster.elect(2);
    expect(await append).toMatchObject({ revision: 2, repeated: false });
    expect(await read).toEqual([]);
  }, 60_000);

  it('elects another leader while the old one goes on: subscriptions move, and miss nothing', async () => {
    const { cluster, store, stream } = await withStore();
    const subscribed = until(store.subscribeToStream(stream), (_message, events) => events.length === 5);
    const followed = until(
      store.subscribeToAll({ filter: { streamPrefixes: [stream] } }),
      (_message, events) => events.length === 5,
    );
    cluster.elect(2);
    for (const n of [2, 3, 4]) await store.append(stream, [numbered(n)]);
    expect(eventsOf(await subscribed).map(numberOf)).toEqual(upTo(5));
    expect(eventsOf(await followed).map(numberOf)).toEqual(upTo(5));
  }, 60_000);

  it('has a new leader that is not ready yet: appends without ids are repeated, too', async () => {
    const { cluster, store, stream } = await withStore();
    cluster.fail(2, 'not-ready');
    cluster.elect(2);
    const append = store.append(stream, [happened(2)]);
    const read = numbersOf(store.readStream(stream));
    cluster.fail(2, undefined);
    expect(await append).toMatchObject({ revision: 2 });
    expect((await read).slice(0, 2)).toEqual([0, 1]);
  }, 60_000);
});

/** Nothing is closed, and nobody says a word. */
const VANISHINGS = [
  ['is cut off from the network', (cluster: StandInCluster) => cluster.cut(0)],
  ['is stopped as a process', (cluster: StandInCluster) => cluster.stop(0)],
] as const;

describe.each(VANISHINGS)('a cluster whose leader %s', (how, vanish) => {
  it.each(WAYS)(
    'goes on with the next one, named by %s: no event is lost, doubled or moved',
    async (_way, urlOf) => {
      const leaderApart = how === 'is stopped as a process';
      const cluster = await StandInCluster.start(temporaryFile(), {}, { withDoors: true, leaderApart });
      closing.push(() => cluster.close());
      const store = await openStore(urlOf(cluster));
      const [stream, other] = [newStream(), newStream()];
      await store.append(stream, [numbered(0)]);
      const all = (_message: unknown, events: readonly unknown[]) => events.length === 4;
      const followed = until(store.subscribeToStream(stream), all);
      const log = until(store.subscribeToAll({ filter: { streamPrefixes: [stream] } }), all);
      await store.append(stream, [numbered(1)]);
      cluster.elect(undefined);
      vanish(cluster);
      const work = [store.append(stream, [numbered(2)]), store.append(other, [numbered(0)])];
      const read = numbersOf(store.readStream(other));
      cluster.elect(1);
      expect(await Promise.all(work)).toMatchObject([
        { revision: 2, repeated: false },
        { revision: 0, repeated: false },
      ]);
      expect([[], [0]]).toContainEqual(await read);
      // It comes back, and what was sent to it arrives: it does not lead any more.
      if (leaderApart) cluster.resume(0);
      expect(await store.append(stream, [numbered(3)])).toMatchObject({ revision: 3, repeated: false });
      expect(eventsOf(await followed).map(numberOf)).toEqual(upTo(4));
      expect(eventsOf(await log).map(numberOf)).toEqual(upTo(4));
      expect(await numbersOf(store.readStream(stream))).toEqual(upTo(4));
    },
    120_000,
  );
});

describe('a cluster', () => {
  it.each(['before', 'after'] as const)('times out a commit %s it is in the log: it is there once', async (when) => {
    let calls = 0;
    const timeOut = () => {
      calls += 1;
      if (calls === 1) throw serverError(status.ABORTED, 'Operation timed out: Commit phase timeout.');
    };
    const cluster = await startCluster(when === 'before' ? { beforeAppend: timeOut } : { afterAppend: timeOut });
    const [store, stream] = [await openStore(cluster.url('esdb', 0, 1, 2)), newStream()];
    expect(await store.append(stream, [numbered(0), numbered(1)])).toMatchObject({
      revision: 1,
      repeated: when === 'after',
    });
    expect(await numbersOf(store.readStream(stream))).toEqual([0, 1]);
  });

  it('has a leader that resigns while many append: those with ids are there once, the others are told', async () => {
    let held!: () => void;
    const all = new Promise<void>((resolve) => (held = resolve));
    let resign!: () => void;
    const resigned = new Promise<void>((resolve) => (resign = resolve));
    let isHeld = true;
    let count = 0;
    const cluster = await startCluster({
      afterAppend: async () => {
        if (!isHeld) return;
        if ((count += 1) === 40) held();
        await resigned;
        isHeld = false;
        throw notLeader({ address: '127.0.0.1', port: cluster.portOf(1) });
      },
    });
    const store = await openStore(cluster.url('esdb', 0, 1, 2));
    const streams = upTo(40).map(() => newStream());
    const appends = streams.map((stream, n) => store.append(stream, [n % 2 === 0 ? numbered(n) : happened(n)]));
    const ended = Promise.allSettled(appends);
    await all; // all are in the log, and none is answered
    cluster.elect(1);
    resign();
    const results = await ended;
    for (const result of results.filter((_, n) => n % 2 === 0))
      expect(result).toMatchObject({ status: 'fulfilled', value: { revision: 0, repeated: true } });
    for (const result of results.filter((_, n) => n % 2 === 1))
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'EventStoreUnavailable' } });
    for (const stream of streams) expect(await collect(store.readStream(stream))).toHaveLength(1);
  }, 60_000);

  it('times out the commit of an append without ids: its caller is told, as it may be there', async () => {
    const cluster = await startCluster({
      afterAppend: () => {
        throw serverError(status.ABORTED, 'Operation timed out: Commit phase timeout.');
      },
    });
    const store = await openStore(cluster.url('esdb', 0, 1, 2));
    await expect(store.append(newStream(), [happened(0)])).rejects.toThrow(/Commit phase timeout/);
  });

  it('has a leader that falls silent while no other is elected: the error names that node', async () => {
    const cluster = await startCluster();
    const store = await openStore(cluster.url('esdb', 0, 1, 2), 1_000);
    await store.append(newStream(), [numbered(0)]);
    cluster.silence(0);
    await expect(collect(store.readStream(newStream()))).rejects.toThrow(
      `the event store at 127.0.0.1:${cluster.portOf(0)} cannot be used: it fell silent`,
    );
  });

  it('has no leader: the error says what each node answered', async () => {
    const cluster = await startCluster();
    cluster.elect(undefined);
    await cluster.kill(2);
    const store = await openStore(`${cluster.url('esdb', 0, 1, 2)}&maxDiscoverAttempts=2`);
    const node = String.raw`127\.0\.0\.1:\d+`;
    await expect(store.head()).rejects.toThrow(
      new RegExp(`${node} knows of no leader; ${node} knows of no leader; ${node}: it refuses the connection`),
    );
  });
});
