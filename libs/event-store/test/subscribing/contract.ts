import {
  EventStoreUnavailable,
  InvalidStoreRequest,
  LOG_START,
  NoSuchPosition,
  type SubscriptionMessage,
} from '@assay/event-store';
import type { OpenStore } from '../contract';
import {
  caughtUp,
  collect,
  eventsOf,
  happened,
  newCategory,
  newStream,
  numberOf,
  upTo,
  until,
  useStore,
} from '../events';

export function subscribingContract(open: OpenStore): void {
  const store = useStore(open);
  const filterOf = (category: string) => ({ streamPrefixes: [`${category}-`] });

  it('delivers what is there, says that it caught up, then delivers what comes', async () => {
    const category = newCategory();
    for (const n of upTo(3)) await store().append(`${category}-${n}`, [happened(n)]);
    const seen: (number | 'caught-up')[] = [];
    const positions: number[] = [];
    for await (const message of store().subscribeToAll({ filter: filterOf(category) })) {
      seen.push(message.kind === 'event' ? numberOf(message.event) : message.kind);
      positions.push(message.kind === 'event' ? message.event.position : message.position);
      if (seen.length === 4) await store().append(`${category}-x`, [happened(3)]);
      if (seen.length === 6) break;
    }
    expect(seen).toEqual([0, 1, 2, 'caught-up', 3, 'caught-up']);
    expect([...positions].sort((a, b) => a - b)).toEqual(positions);
    expect(positions[5]).toBeGreaterThanOrEqual(positions[4]!);
  });

  it('begins after the position that is asked for', async () => {
    const category = newCategory();
    const { position } = await store().append(`${category}-a`, [happened(0)]);
    await store().append(`${category}-a`, [happened(1)]);
    const messages = await until(store().subscribeToAll({ after: position, filter: filterOf(category) }), caughtUp);
    expect(eventsOf(messages).map(numberOf)).toEqual([1]);
  });

  it('says that it caught up beyond events that are filtered out', async () => {
    const { position } = await store().append(newStream(), [happened(0)]);
    const [message] = await until(store().subscribeToAll({ filter: { types: ['NeverWrittenByAnyTest'] } }), caughtUp);
    expect(message).toEqual({ kind: 'caught-up', position: expect.any(Number) });
    expect((message as { position: number }).position).toBeGreaterThanOrEqual(position);
  });

  it('says it again when more was filtered out while it is live', async () => {
    const positions: number[] = [];
    for await (const message of store().subscribeToAll({ filter: { types: ['NeverWrittenByAnyTest'] } })) {
      expect(message.kind).toBe('caught-up');
      if (positions.length > 0 && (message as { position: number }).position >= positions[0]!) break;
      if (positions.length === 0) positions.push((await store().append(newStream(), [happened(0)])).position);
    }
    expect(positions).toHaveLength(1);
  });

  it('delivers a type that is first written while it is live', async () => {
    const type = newCategory();
    let appended = false;
    const messages = await until(store().subscribeToAll({ filter: { types: [type] } }), (message) => {
      if (message.kind === 'caught-up' && !appended) {
        appended = true;
        void store().append(newStream(), [happened(7, type)]);
      }
      return message.kind === 'event';
    });
    expect(eventsOf(messages).map(numberOf)).toEqual([7]);
  });

  it('hands over from catching up to live without a gap or a duplicate while others append', async () => {
    const category = newCategory();
    const [writers, each] = [8, 120];
    const writing = Promise.all(
      upTo(writers).map(async (writer) => {
        for (const n of upTo(each)) await store().append(`${category}-${writer}`, [happened(n)]);
      }),
    );
    const all = (_message: SubscriptionMessage, events: readonly unknown[]) => events.length === writers * each;
    const subscriptions = upTo(4).map(() => until(store().subscribeToAll({ filter: filterOf(category) }), all));
    const stream = until(store().subscribeToStream(`${category}-0`), (_message, events) => events.length === each);
    await writing;
    const late = until(store().subscribeToAll({ filter: filterOf(category) }), all);
    const expected = await collect(store().readAll({ filter: filterOf(category) }));
    for (const messages of await Promise.all([...subscriptions, late])) expect(eventsOf(messages)).toEqual(expected);
    expect(eventsOf(await stream).map(({ revision }) => revision)).toEqual(upTo(each));
  });

  it('waits for a slow consumer, who sees everything in order', async () => {
    const category = newCategory();
    const stream = `${category}-a`;
    const seen: number[] = [];
    let caughtUps = 0;
    await store().append(stream, [happened(0)]);
    for await (const message of store().subscribeToAll({ filter: filterOf(category) })) {
      if (message.kind === 'caught-up') caughtUps += 1;
      else {
        const n = numberOf(message.event);
        seen.push(n);
        // The consumer is away for as long as ten appends take, each time.
        if (n < 20) for (const more of upTo(10)) await store().append(stream, [happened(n * 10 + more + 1)]);
      }
      if (seen.length === 201) break;
    }
    expect(seen).toEqual([0, ...upTo(20).flatMap((n) => upTo(10).map((more) => n * 10 + more + 1))]);
    expect(caughtUps).toBeLessThan(201);
  });

  it('misses no append that comes in the very moment it falls asleep', async () => {
    const stream = newStream();
    const seen: number[] = [];
    for await (const message of store().subscribeToStream(stream)) {
      if (message.kind === 'event') seen.push(numberOf(message.event));
      else if (seen.length === 100) break;
      // not awaited: it lands before, while or after the reader goes to sleep
      else void store().append(stream, [happened(seen.length)]);
    }
    expect(seen).toEqual(upTo(100));
  });

  it('follows one stream from after a revision', async () => {
    const stream = newStream();
    await store().append(
      stream,
      upTo(5).map((n) => happened(n)),
    );
    const from = async (after?: number) =>
      eventsOf(await until(store().subscribeToStream(stream, { ...(after !== undefined && { after }) }), caughtUp)).map(
        numberOf,
      );
    expect(await from()).toEqual([0, 1, 2, 3, 4]);
    expect(await from(-1)).toEqual([0, 1, 2, 3, 4]);
    expect(await from(2)).toEqual([3, 4]);
    expect(await from(4)).toEqual([]);
  });

  it('waits for a stream that does not exist yet', async () => {
    const stream = newStream();
    let created = false;
    const messages = await until(store().subscribeToStream(stream), (message) => {
      if (message.kind === 'caught-up' && !created) {
        created = true;
        void store().append(stream, [happened(0)]);
      }
      return message.kind === 'event';
    });
    expect(eventsOf(messages)).toHaveLength(1);
  });

  it.each(['catching up', 'live'])('ends quietly when it is aborted while %s', async (phase) => {
    const stream = newStream();
    await store().append(
      stream,
      upTo(50).map((n) => happened(n)),
    );
    for (const subscribe of [
      (signal: AbortSignal) => store().subscribeToStream(stream, { signal }),
      (signal: AbortSignal) => store().subscribeToAll({ signal, filter: { streamPrefixes: [stream] } }),
    ]) {
      const abort = new AbortController();
      let delivered = 0;
      for await (const message of subscribe(abort.signal)) {
        if (message.kind === 'event') delivered += 1;
        if (phase === 'catching up' && delivered === 10) abort.abort();
        if (phase === 'live' && message.kind === 'caught-up') setImmediate(() => abort.abort());
      }
      expect(delivered).toBe(phase === 'live' ? 50 : 10);
    }
  });

  it('delivers nothing when it is aborted from the start', async () => {
    expect(await collect(store().subscribeToAll({ signal: AbortSignal.abort() }))).toEqual([]);
  });

  it('rejects when the store is closed, whether it sleeps or not', async () => {
    const closing = await open();
    await closing.append(newStream(), [happened(0)]);
    const sleeping = collect(closing.subscribeToAll({ after: await closing.head() }));
    const following = collect(closing.subscribeToStream(newStream()));
    await closing.append(newStream(), [happened(1)]);
    const ended = Promise.allSettled([sleeping, following]);
    await closing.close();
    for (const outcome of await ended)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(EventStoreUnavailable) });
  });

  it('refuses to follow the log from beyond its end, and names the position and the end', async () => {
    await store().append(newStream(), [happened(0)]);
    const after = (await store().head()) + 1_000_000;
    const refused: unknown = await collect(store().subscribeToAll({ after })).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NoSuchPosition);
    expect(refused).toMatchObject({
      position: after,
      message: expect.stringMatching(new RegExp(`cannot be followed from position ${after}: it ends at \\d+`)),
    });
  });

  it('refuses positions and revisions that cannot be', async () => {
    await expect(collect(store().subscribeToAll({ after: LOG_START - 1 }))).rejects.toThrow(InvalidStoreRequest);
    await expect(collect(store().subscribeToStream(newStream(), { after: -2 }))).rejects.toThrow(InvalidStoreRequest);
    await expect(collect(store().subscribeToStream('$all'))).rejects.toThrow(InvalidStoreRequest);
  });
}
