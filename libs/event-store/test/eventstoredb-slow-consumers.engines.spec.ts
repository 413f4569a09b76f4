import { afterAll } from '@jest/globals';
import { type EventStore, type SubscriptionMessage, openEventStoreDb } from '@assay/event-store';
import { startStandIn } from '../../../test/support/eventstoredb/server';
import { eventsOf, newStream, numberOf, numbered, until, upTo } from './events';
import { subscribingContract } from './subscribing/contract';
import { temporaryFile } from './temporary-file';

describe.each([
  ['drops', true],
  ['catches up', false],
])('a server that %s slow consumers', (_does, dropsSlowConsumers) => {
  const standIn = startStandIn({ file: temporaryFile(), dropsSlowConsumers });
  const warnings: { error?: string }[] = [];
  let store: EventStore;
  beforeAll(async () => {
    store = await openEventStoreDb({
      url: (await standIn).url,
      deadlineMs: 30_000,
      backoff: { initialDelayMs: 1, maxDelayMs: 10 },
      log: { warn: (details) => void warnings.push(details) },
    });
  });
  afterAll(async () => {
    await store.close();
    await (await standIn).close();
  });

  const follow = {
    'the log': (stream: string) => store.subscribeToAll({ filter: { types: ['Followed'], streamPrefixes: [stream] } }),
    'a stream': (stream: string) => store.subscribeToStream(stream),
  };
  it.each(Object.entries(follow))('leaves none out and gives none twice to who follows %s', async (_what, of) => {
    const stream = newStream();
    warnings.length = 0;
    await store.append(stream, [numbered(0, 'Followed')]);
    const [slow, other] = [of(stream)[Symbol.asyncIterator](), of(stream)];
    const taken: SubscriptionMessage[] = [(await slow.next()).value, (await slow.next()).value];
    expect(taken.map(({ kind }) => kind)).toEqual(['event', 'caught-up']);
    const all = until(other, (_message, events) => events.length === 401);
    // More than the connection and the server hold for it, while it takes none.
    for (const n of upTo(10))
      await store.append(
        stream,
        upTo(40).map((m) => ({ type: 'Followed', data: { n: 1 + n * 40 + m, text: 'x'.repeat(5_000) } })),
      );
    while (eventsOf(taken).length < 401) taken.push((await slow.next()).value);
    await slow.return?.();
    for (const messages of [taken, await all]) expect(eventsOf(messages).map(numberOf)).toEqual(upTo(401));
    const tooSlow = warnings.filter(({ error }) => /too slow/.test(error!));
    expect([tooSlow.length > 0, warnings.length]).toEqual([dropsSlowConsumers, tooSlow.length]);
  });
});

describe('EventStoreDB (stand-in) that drops slow consumers', () => {
  const standIn = startStandIn({ file: temporaryFile(), dropsSlowConsumers: true });
  afterAll(async () => (await standIn).close());
  subscribingContract(async () => openEventStoreDb({ url: (await standIn).url, deadlineMs: 30_000 }));
});
