import { copyFileSync } from 'node:fs';
import { type EventStore, NoSuchPosition, openEventStoreDb } from '@assay/event-store';
import { openDatabase } from '@assay/sqlite';
import { StandInCluster } from '../../../test/support/eventstoredb/cluster';
import { type StandInOptions, startStandIn } from '../../../test/support/eventstoredb/server';
import { caughtUp, collect, eventsOf, happened, newStream, numberOf, until, upTo } from './events';
import { restoredLogs } from './restored-logs';
import { temporaryFile } from './temporary-file';

/** A stand-in on a file, and its client; closing the client ends both. */
async function served(file: string, options: Partial<StandInOptions> = {}, deadlineMs = 30_000) {
  const server = await startStandIn({ file, ...options });
  const store = await openEventStoreDb({
    url: server.url,
    deadlineMs,
    backoff: { initialDelayMs: 20, maxDelayMs: 50 },
  });
  const close = store.close.bind(store);
  return Object.assign(store, { close: () => close().then(() => server.close()), server });
}

/** A copy of the present log, in a file on which a server can be started. */
function copyOf(file: string): string {
  const copy = temporaryFile('backup.db');
  const database = openDatabase(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  copyFileSync(file, copy);
  return copy;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('a log on EventStoreDB', () => {
  restoredLogs(async () => {
    const file = temporaryFile();
    return {
      store: await served(file),
      backup: async () => {
        const copy = copyOf(file);
        return () => served(copy);
      },
    };
  });

  it('keeps its identity where no reader of the log meets it', async () => {
    const store = await served(temporaryFile());
    const { text, position } = await store.mark();
    expect([position, await store.holds(text)]).toEqual([0, true]);
    expect(await collect(store.readAll())).toEqual([]);
    expect(await collect(store.readAll({ direction: 'backwards' }))).toEqual([]);
    const { position: first } = await store.append(newStream(), [happened(0)]);
    const messages = await until(store.subscribeToAll(), caughtUp);
    expect(messages.flatMap((message) => (message.kind === 'event' ? [message.event.position] : []))).toEqual([first]);
    await store.close();
  });
});

/** A position at which no record begins: positions are bytes of the log, and an event takes more than one. */
const between = async (store: EventStore): Promise<number> => {
  const { position } = await store.append(newStream(), [happened(0)]);
  await store.append(newStream(), [happened(1)]);
  return position + 1;
};

describe('a position that the log on EventStoreDB does not have', () => {
  it.each(['refused', 'empty', 'silent'] as const)(
    'is an error that names it, where a read from there is %s',
    async (betweenRecords) => {
      const store = await served(temporaryFile(), { betweenRecords }, 1_000);
      const after = await between(store);
      const reads = [
        () => collect(store.subscribeToAll({ after })),
        // The server filters a read without subscription, and stays silent for long if it finds nothing.
        ...(betweenRecords === 'refused' ? [() => collect(store.readAll({ after }))] : []),
        ...(betweenRecords === 'refused' ? [() => collect(store.readAll({ after, limit: 1 }))] : []),
      ];
      for (const read of reads) {
        const failure = await failureOf(read());
        expect(failure).toBeInstanceOf(NoSuchPosition);
        expect(failure).toMatchObject({
          position: after,
          message: expect.stringContaining(`position ${after}: no event of it stands there`),
        });
      }
      await store.close();
    },
    60_000,
  );

  it.each([
    ['ends before it', 0, /it ends at \d+/],
    ['has other events there', 30, /no event of it stands there|it ends at/],
  ])(
    'ends a subscription under which the log was replaced by one that %s',
    async (_what, grown, why) => {
      const file = temporaryFile();
      const before = await served(file);
      await before.append('before', [happened(0)]);
      const copy = copyOf(file);
      for (const n of upTo(9)) await before.append('lost', [happened(n)]);
      const messages = before.subscribeToAll()[Symbol.asyncIterator]();
      const seen: number[] = [];
      for (let next = await messages.next(); next.value?.kind === 'event'; next = await messages.next())
        seen.push(next.value.event.position);
      expect(seen).toHaveLength(10);
      const ended = failureOf(messages.next());
      await before.server.close();
      const restored = await served(copy);
      for (const n of upTo(grown))
        await restored.append('other', [{ type: 'Other', data: { n, text: 'x'.repeat(n) } }]);
      await restored.server.close();
      const again = await startStandIn({ file: copy, port: before.server.port });
      const failure = await ended;
      expect(failure).toBeInstanceOf(NoSuchPosition);
      expect(failure).toMatchObject({ position: seen.at(-1), message: expect.stringMatching(why) });
      await again.close();
    },
    60_000,
  );

  it('may be there in a moment, on a node that has just begun to lead', async () => {
    let readable = Infinity;
    const cluster = await StandInCluster.start(temporaryFile(), { readableUpTo: () => readable });
    const url = cluster.url('esdb', 0, 1, 2);
    const store = await openEventStoreDb({ url, deadlineMs: 30_000, backoff: { initialDelayMs: 20, maxDelayMs: 50 } });
    const stream = newStream();
    const { position } = await store.append(stream, [happened(0)]);
    for (const n of [1, 2]) await store.append(stream, [happened(n)]);
    const after = await store.head();
    let looks = 0;
    readable = position;
    const head = store.head.bind(store);
    const messages = until(store.subscribeToAll({ after }), (message) => message.kind === 'event');
    while (looks < 3) if ((await head()) === position) looks += 1;
    readable = Infinity;
    await store.append(stream, [happened(3)]);
    expect(eventsOf(await messages).map(numberOf)).toEqual([3]);
    await store.close();
    await cluster.close();
  });

  it('is one in the end where no node of the cluster has it', async () => {
    const cluster = await StandInCluster.start(temporaryFile());
    const store = await openEventStoreDb({ url: cluster.url('esdb', 0, 1, 2), deadlineMs: 1_000 });
    await store.append(newStream(), [happened(0)]);
    const after = (await store.head()) + 1;
    expect(await failureOf(collect(store.subscribeToAll({ after })))).toMatchObject({
      name: 'NoSuchPosition',
      position: after,
    });
    await store.close();
    await cluster.close();
  });
});
