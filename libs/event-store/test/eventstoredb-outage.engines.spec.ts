import { randomUUID } from 'node:crypto';
import { afterEach } from '@jest/globals';
import { type EventStore, EventStoreUnavailable, type NewEvent, openEventStoreDb } from '@assay/event-store';
import { StandInProcess } from '../../../test/support/eventstoredb/process';
import {
  caughtUp,
  collect,
  eventsOf,
  newCategory,
  newStream,
  numberOf,
  numbered,
  numbersOf,
  until,
  upTo,
} from './events';
import { temporaryFile } from './temporary-file';

const BACKOFF = { initialDelayMs: 20, maxDelayMs: 200 };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function startServer(): Promise<StandInProcess> {
  const server = new StandInProcess(temporaryFile());
  await server.start();
  closing.push(() => server.kill());
  return server;
}

async function openStore(url: string, log?: { warn(details: object, message: string): void }): Promise<EventStore> {
  const store = await openEventStoreDb({ url, deadlineMs: 20_000, backoff: BACKOFF, ...(log && { log }) });
  closing.unshift(() => store.close());
  return store;
}

/** Appends as a careful caller does: the same events again, once the server is there, until they are answered. */
async function appendAtLast(
  store: EventStore,
  server: StandInProcess,
  stream: string,
  event: NewEvent,
  revision: number,
): Promise<boolean> {
  for (;;) {
    try {
      const result = await store.append(stream, [event], {
        expectedRevision: revision === 0 ? 'no-stream' : revision - 1,
      });
      expect(result.revision).toBe(revision);
      return result.repeated;
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await server.running();
    }
  }
}

async function restart(server: StandInProcess): Promise<void> {
  await server.kill();
  await server.start();
}

describe('a server that is killed and comes back', () => {
  it('loses and doubles no event of those who append meanwhile', async () => {
    const server = await startServer();
    const store = await openStore(server.url);
    const [category, writers, each] = [newCategory(), 6, 50];
    let acknowledged = 0;
    const reached: { count: number; resolve: () => void }[] = [];
    const afterAppends = (count: number) => new Promise<void>((resolve) => reached.push({ count, resolve }));
    const writing = Promise.all(
      upTo(writers).map(async (writer) => {
        for (const n of upTo(each)) {
          await appendAtLast(store, server, `${category}-${writer}`, numbered(n), n);
          acknowledged += 1;
          for (const { count, resolve } of reached) if (acknowledged >= count) resolve();
        }
      }),
    );
    for (const count of [40, 140]) {
      await afterAppends(count);
      await restart(server);
    }
    await writing;
    for (const writer of upTo(writers))
      expect(await numbersOf(store.readStream(`${category}-${writer}`))).toEqual(upTo(each));
    expect(await collect(store.readAll({ filter: { streamPrefixes: [`${category}-`] } }))).toHaveLength(writers * each);
  }, 180_000);

  it('is subscribed to again, without a loss or a repetition', async () => {
    const server = await startServer();
    const warnings: object[] = [];
    const store = await openStore(server.url, { warn: (details) => warnings.push(details) });
    const [category, stream] = [newCategory(), newStream()];
    const filter = { streamPrefixes: [`${category}-`] };
    const all = (_message: unknown, events: readonly unknown[]) => events.length === 90;
    const log = until(store.subscribeToAll({ filter }), all);
    const one = until(store.subscribeToStream(stream), all);
    for (const round of upTo(3)) {
      for (const n of upTo(30)) {
        await appendAtLast(store, server, `${category}-a`, numbered(round * 30 + n), round * 30 + n);
        await appendAtLast(store, server, stream, numbered(round * 30 + n), round * 30 + n);
      }
      if (round < 2) await restart(server);
    }
    expect(eventsOf(await log).map(numberOf)).toEqual(upTo(90));
    expect(eventsOf(await one).map(numberOf)).toEqual(upTo(90));
    expect(warnings).toContainEqual(
      expect.objectContaining({ subscription: '$all', failures: 1, error: expect.any(String) }),
    );
  }, 180_000);

  it('lets a subscription end by its signal while it is away', async () => {
    const server = await startServer();
    const abort = new AbortController();
    const store = await openStore(server.url, { warn: () => abort.abort() });
    const messages = store.subscribeToAll({ signal: abort.signal })[Symbol.asyncIterator]();
    expect((await messages.next()).value).toMatchObject({ kind: 'caught-up' });
    const ended = messages.next();
    await server.kill();
    expect(await ended).toEqual({ done: true, value: undefined });
  }, 60_000);

  it('lets the store close while it is away, which ends the subscriptions', async () => {
    const server = await startServer();
    const store = await openStore(server.url);
    const messages = store.subscribeToAll()[Symbol.asyncIterator]();
    await messages.next();
    const ended = messages.next();
    await server.kill();
    await store.close();
    await expect(ended).rejects.toThrow(EventStoreUnavailable);
  }, 60_000);

  it('is told by every use while it is away', async () => {
    const server = await startServer();
    const store = await openStore(server.url);
    const stream = newStream();
    await store.append(stream, [numbered(0)]);
    await server.kill();
    for (const use of [
      () => store.append(stream, [numbered(1)]),
      () => store.append(stream, [{ type: 'A', data: 1 }]),
      () => store.head(),
      () => collect(store.readStream(stream)),
      () => collect(store.readAll()),
      () => store.streamMetadata(stream),
      () => store.setStreamMetadata(stream, {}),
      () => store.deleteStream(stream),
    ])
      await expect(use()).rejects.toThrow(EventStoreUnavailable);
  }, 60_000);

  it('need not be there when the store is opened', async () => {
    const server = await startServer();
    await server.kill();
    let tries = 0;
    const store = await openStore(server.url, { warn: () => void (tries += 1) });
    const id = randomUUID();
    await expect(store.append('s', [{ ...numbered(0), id }])).rejects.toThrow(EventStoreUnavailable);
    const subscribed = until(
      store.subscribeToStream('s'),
      (message, events) => caughtUp(message) && events.length === 1,
    );
    await server.start();
    await appendAtLast(store, server, 's', { ...numbered(0), id }, 0);
    expect(eventsOf(await subscribed).map((event) => event.id)).toEqual([id]);
    expect(tries).toBeGreaterThan(0);
  }, 60_000);
});
