import { status } from '@grpc/grpc-js';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterEach } from '@jest/globals';
import { type EventStore, type NewEvent, WrongExpectedRevision, openEventStoreDb } from '@assay/event-store';
import { openDatabase } from '@assay/sqlite';
import { serverError } from '../../../test/support/eventstoredb/messages';
import { type StandInOptions, startStandIn } from '../../../test/support/eventstoredb/server';
import { alternating } from './alternating';
import { newStream, numbered, numbersOf, upTo } from './events';
import { historyContract } from './history/contract';
import { temporaryFile } from './temporary-file';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A stand-in, and how much was read of it. */
async function startServer(options: Partial<StandInOptions> = {}) {
  const read = { calls: 0, events: 0 };
  const file = temporaryFile();
  const server = await startStandIn({
    file,
    onRead: () => (read.calls += 1),
    onReadEvent: () => (read.events += 1),
    ...options,
  });
  closing.push(() => server.close());
  const warnings: object[] = [];
  const log = { warn: (details: object) => void warnings.push(details) };
  const open = async (idsAPage?: number): Promise<EventStore> => {
    const store = await openEventStoreDb({ url: server.url, deadlineMs: 30_000, log, ...(idsAPage && { idsAPage }) });
    closing.unshift(() => store.close());
    return store;
  };
  return { ...server, file, open, read, warnings };
}

/** A stream of so many events, which a process wrote that is closed by now. */
async function written(open: (idsAPage?: number) => Promise<EventStore>, count: number, idsAPage?: number) {
  const [store, stream] = [await open(idsAPage), newStream()];
  const events = upTo(count).map((n) => numbered(n));
  for (let first = 0; first < count; first += 1_000) await store.append(stream, events.slice(first, first + 1_000));
  await store.close();
  return { stream, events };
}

describe('the first append with an id of a process, to a long stream', () => {
  it.each([
    ['a new one', (_: readonly NewEvent[]) => [numbered(-1)], { revision: 20_000, repeated: false }],
    ['a repeated one', (events: readonly NewEvent[]) => events.slice(70, 72), { revision: 71, repeated: true }],
  ])(
    'reads pages of ids and few events: %s',
    async (_case, appended, answer) => {
      const { open, read } = await startServer();
      const { stream, events } = await written(open, 20_000);
      const store = await open();
      Object.assign(read, { calls: 0, events: 0 });
      expect(await store.append(stream, appended(events))).toMatchObject(answer);
      // 100 events at the start, 19 pages, and those behind the last page; the position of a repeated one.
      expect(read.events).toBeLessThanOrEqual(100 + 19 + 1_024 + 1);
      expect(read.calls).toBeLessThanOrEqual(1 + 19 + 1 + 1);
      expect(await store.append(stream, [events[19_999]!])).toMatchObject({ revision: 19_999, repeated: true });
      await expect(store.append(stream, [numbered(-2), events[3]!])).rejects.toThrow(WrongExpectedRevision);
    },
    120_000,
  );

  it('keeps the ids for those who come later, where nobody did', async () => {
    const { open, read } = await startServer();
    const { stream, events } = await written(open, 3_000, 1_000_000);
    const first = await open();
    Object.assign(read, { calls: 0, events: 0 });
    await first.append(stream, [numbered(3_000)]);
    expect(read.events).toBeGreaterThan(2_900);
    await first.close();
    const second = await open();
    Object.assign(read, { calls: 0, events: 0 });
    expect(await second.append(stream, [events[2_000]!])).toMatchObject({ revision: 2_000, repeated: true });
    expect(read.events).toBeLessThan(1_100);
  }, 60_000);

  it('knows what others appended behind the pages', async () => {
    const { open } = await startServer();
    const { stream } = await written(open, 10, 4);
    const [one, other, theirs] = [await open(4), await open(4), numbered(10)];
    await other.append(stream, [theirs]);
    expect(await one.append(stream, [theirs])).toMatchObject({ revision: 10, repeated: true });
  });

  it('knows the ids of events that were truncated and removed from the disk', async () => {
    const { open, file } = await startServer();
    const { stream, events } = await written(open, 10, 4);
    const store = await open(4);
    await store.setStreamMetadata(stream, { truncateBefore: 9 });
    const database = openDatabase(file);
    database.prepare('DELETE FROM events WHERE stream = ? AND revision < 8').run(stream);
    database.close();
    expect(await store.append(stream, events.slice(2, 4))).toMatchObject({ revision: 3, repeated: true });
    expect(await store.append(stream, [numbered(10)], { expectedRevision: 9 })).toMatchObject({ revision: 10 });
    expect(await numbersOf(store.readStream(stream))).toEqual([9, 10]);
  });

  it.each([
    ['at its start', 0],
    ['at the end of the pages', 7],
  ])('believes no pages of another stream, as a copy brings them: another event %s', async (_case, revision) => {
    const { open, file } = await startServer();
    const { stream, events } = await written(open, 10, 4);
    const database = openDatabase(file);
    database
      .prepare('UPDATE events SET metadata = ? WHERE stream = ? AND revision = ?')
      .run(Buffer.from(JSON.stringify({ assayEventId: numbered(0).id })), stream, revision);
    database.close();
    const store = await open(4);
    expect(await store.append(stream, [events[revision]!])).toMatchObject({ revision: 10, repeated: false });
    expect(await store.append(stream, [events[5]!])).toMatchObject({ revision: 5, repeated: true });
  });

  it('goes by the events where a page holds something else', async () => {
    const { open, url } = await startServer();
    const { stream, events } = await written(open, 10, 1_000_000);
    const client = EventStoreDBClient.connectionString(url);
    closing.unshift(() => client.dispose());
    await client.setStreamMetadata(`assay-ids-0-${stream}`, { assayEventIds: 'not ids' });
    const store = await open(4);
    expect(await store.append(stream, [events[5]!])).toMatchObject({ revision: 5, repeated: true });
    expect(await store.append(stream, [numbered(10)])).toMatchObject({ revision: 10, repeated: false });
  });

  it('is answered though its ids cannot be kept; an operator is told, once a page', async () => {
    const { open, warnings } = await startServer({
      beforeAppend: (stream) => {
        if (stream.startsWith('$$assay-ids-'))
          throw serverError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
      },
    });
    const { stream } = await written(open, 6, 4);
    const store = await open(4);
    await store.append(stream, [numbered(6)]);
    await store.append(stream, [numbered(7)]);
    await store.close();
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toEqual({ stream, error: expect.stringMatching(/right|denied|let/i) });
  });
});

// Each process reads the pages that the other one kept.
describe('histories that two processes write in turn on one EventStoreDB, with two ids a page', () => {
  const standIn = startStandIn({ file: temporaryFile() });
  afterAll(async () => (await standIn).close());
  historyContract(async () => {
    const open = async () => openEventStoreDb({ url: (await standIn).url, deadlineMs: 30_000, idsAPage: 2 });
    return alternating(await open(), await open());
  });
});
