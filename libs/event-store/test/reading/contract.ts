import {
  InvalidStoreRequest,
  LOG_START,
  type LogPosition,
  type LogReadOptions,
  type NewEvent,
  type RecordedEvent,
  type StreamReadOptions,
} from '@assay/event-store';
import type { OpenStore } from '../contract';
import {
  collect,
  eventsOf,
  happened,
  newCategory,
  newStream,
  numberOf,
  numbersOf,
  until,
  upTo,
  useStore,
} from '../events';
import type { Renumbered } from './upcasting';

export function readingContract(open: OpenStore): void {
  const store = useStore(open);

  it('gives an event back as it was written', async () => {
    const [stream, before] = [newStream(), new Date().toISOString()];
    const id = '0190a6e2-7b1e-7c4e-9d1a-5a4d1c1f0e55';
    const metadata = { correlationId: 'c', actor: 'key_1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const data = { text: 'a "quoted"\nline', n: -0.1, none: null, list: [1, [true]], nested: { '': {} } };
    const { position } = await store().append(stream, [{ id, type: 'Written', data, metadata }]);
    const [event] = await collect(store().readStream(stream));
    expect(event).toEqual({
      id,
      stream,
      revision: 0,
      position,
      type: 'Written',
      data,
      metadata,
      recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(event!.recordedAt >= before && event!.recordedAt <= new Date().toISOString()).toBe(true);
  });

  it('gives an event of a newer shape under a type of its own, and to nobody who asks for the type', async () => {
    const stream = newStream();
    const written = (n: number, schema?: number): NewEvent => ({
      type: 'Shaped',
      data: { n },
      ...(schema !== undefined && { metadata: { schema } }),
    });
    await store().append(stream, [written(1), written(2, 2), written(3, 1)]);
    const types = ['Shaped', 'Shaped (schema 2)', 'Shaped'];
    const [of, filter] = [stream, { streamPrefixes: [stream] }];
    expect((await collect(store().readStream(of))).map(({ type }) => type)).toEqual(types);
    expect((await collect(store().readAll({ filter }))).map(({ type }) => type)).toEqual(types);
    const asked = { filter: { ...filter, types: ['Shaped'] } };
    expect(await numbersOf(store().readAll(asked))).toEqual([1, 3]);
    expect(await numbersOf(store().readAll({ ...asked, direction: 'backwards', limit: 2 }))).toEqual([3, 1]);
    const live = until(store().subscribeToAll(asked), (_, events) => events.length === 4);
    await store().append(stream, [written(4, 9), written(5)]);
    await store().append(stream, [written(6, 2), written(7)]);
    expect(eventsOf(await live).map(numberOf)).toEqual([1, 3, 5, 7]);
  });

  it('gives what an earlier version wrote in the shape of today, however it is read', async () => {
    const stream = newStream();
    await store().append(stream, [{ type: 'Renumbered', data: { n: 1 } }]);
    const { position } = await store().append(stream, [{ type: 'Renumbered', data: { n: 2, from: 1 } }]);
    const today = [
      { n: 1, from: 0 },
      { n: 2, from: 1 },
    ];
    const filter = { streamPrefixes: [stream] };
    const messages = [
      await until(store().subscribeToStream<Renumbered>(stream), (_, events) => events.length === 2),
      await until(store().subscribeToAll<Renumbered>({ filter }), (_, events) => events.length === 2),
    ].map(eventsOf);
    const reads = [
      await collect(store().readStream<Renumbered>(stream)),
      await collect(store().readAll<Renumbered>({ filter })),
      (await collect(store().readAll<Renumbered>({ direction: 'backwards', filter }))).reverse(),
    ];
    for (const events of [...reads, ...messages]) expect(events.map(({ data }) => data)).toEqual(today);
    expect(reads[0]!.at(-1)!.position).toBe(position);
  });

  it('gives what an earlier version wrote in the shape of today to a subscription that is live', async () => {
    const stream = newStream();
    const live = until(store().subscribeToStream<Renumbered>(stream), (message, events) => {
      if (message.kind === 'caught-up' && events.length === 0)
        void store().append(stream, [{ type: 'Renumbered', data: { n: 1 } }]);
      return events.length === 1;
    });
    expect(eventsOf(await live).map(({ data }) => data)).toEqual([{ n: 1, from: 0 }]);
  });

  it('gives an event without metadata an empty one, and one without an id a UUID', async () => {
    const stream = newStream();
    await store().append(stream, [{ type: 'Bare', data: null }]);
    expect(await collect(store().readStream(stream))).toEqual([
      expect.objectContaining({ data: null, metadata: {}, id: expect.stringMatching(/^[0-9a-f-]{36}$/) }),
    ]);
  });

  it.each([
    ['line\nbreak\ttab'],
    ['emoji 👩‍👩‍👧‍👦 and ünï¢ödé'],
    ['%_*?[a]\'"\\'],
    ['\u202eright to left'],
    ['x'.repeat(440)],
  ])('keeps the name %j and data of it intact', async (name) => {
    const stream = `${newStream()}${name}`;
    await store().append(stream, [{ type: name, data: { [name]: `${name}\u0000\ud800` } }]);
    expect(await collect(store().readStream(stream))).toEqual([
      expect.objectContaining({ stream, type: name, data: { [name]: `${name}\u0000\ud800` } }),
    ]);
    expect(await collect(store().readAll({ filter: { streamPrefixes: [stream] } }))).toHaveLength(1);
  });

  it('keeps an event of just under 1 MB', async () => {
    const [stream, text] = [newStream(), 'x'.repeat(1_048_000)];
    await store().append(stream, [{ type: 'Large', data: { text } }]);
    const [event] = await collect(store().readStream<{ type: 'Large'; data: { text: string } }>(stream));
    expect(event!.data.text === text).toBe(true);
  });

  it('finds nothing in a stream that does not exist', async () => {
    expect(await collect(store().readStream(newStream()))).toEqual([]);
    expect(await collect(store().readStream(newStream(), { direction: 'backwards', from: 3 }))).toEqual([]);
  });

  describe('a stream', () => {
    const stream = newStream();
    beforeAll(async () => {
      for (let n = 0; n < 1_000; n += 100)
        await store().append(
          stream,
          upTo(100).map((m) => happened(n + m)),
        );
    });

    it.each<[StreamReadOptions, number[]]>([
      [{ limit: 3 }, [0, 1, 2]],
      [{ from: 998 }, [998, 999]],
      [{ from: 1_000 }, []],
      [{ from: 5_000, direction: 'backwards', limit: 1 }, [999]],
      [{ direction: 'backwards', limit: 3 }, [999, 998, 997]],
      [{ direction: 'backwards', from: 1 }, [1, 0]],
      [{ direction: 'backwards', from: 0 }, [0]],
      [{ from: 500, limit: 1 }, [500]],
      [{ limit: 0 }, []],
    ])('is read as asked: %j', async (options, expected) => {
      expect(await numbersOf(store().readStream(stream, options))).toEqual(expected);
    });

    it('is read whole, in order, both ways', async () => {
      expect(await numbersOf(store().readStream(stream))).toEqual(upTo(1_000));
      expect(await numbersOf(store().readStream(stream, { direction: 'backwards' }))).toEqual(upTo(1_000).reverse());
    });

    it('ends where it ended when the read began', async () => {
      const growing = newStream();
      await store().append(
        growing,
        upTo(300).map((n) => happened(n)),
      );
      const seen: number[] = [];
      for await (const event of store().readStream(growing)) {
        seen.push(numberOf(event));
        if (seen.length % 100 === 0) await store().append(growing, [happened(1_000)]);
      }
      expect(seen).toEqual(upTo(300));
    });
  });

  describe('the log', () => {
    const [category, other] = [newCategory(), newCategory()];
    const written: RecordedEvent[] = [];
    let before: LogPosition;
    const streams = [`${category}-a`, `${category}-b`, `${category}-b%`, `${category}x-a`, `${other}-a`];
    const mine = { streamPrefixes: [category, other] };
    beforeAll(async () => {
      ({ position: before } = await store().append(newStream(), [happened(-1)]));
      for (const n of upTo(700))
        await store().append(streams[n % 5]!, [happened(n, `${category}${n % 3 === 0 ? 'Third' : 'Other'}`)]);
      written.push(...(await collect(store().readAll({ filter: mine }))));
    });
    const read = async (options: LogReadOptions) => (await collect(store().readAll(options))).map(numberOf);

    it('holds every event once, in the order of the appends, with rising positions', () => {
      expect(written.map(numberOf)).toEqual(upTo(700));
      written.reduce(
        (previous, event) => (expect(event.position).toBeGreaterThan(previous), event.position),
        LOG_START,
      );
    });

    it('is read backwards in the opposite order', async () => {
      expect(await read({ filter: mine, direction: 'backwards' })).toEqual(upTo(700).reverse());
      expect(await read({ filter: mine, direction: 'backwards', limit: 2 })).toEqual([699, 698]);
    });

    it('is read from after a position, forwards and backwards', async () => {
      const after = written[350]!.position;
      expect(await read({ filter: mine, after, limit: 2 })).toEqual([351, 352]);
      expect(await read({ filter: mine, after, direction: 'backwards', limit: 2 })).toEqual([349, 348]);
      for (const limit of [1, 100_000]) {
        expect(await read({ filter: mine, after: written[699]!.position, limit })).toEqual([]);
        expect(await read({ filter: mine, after: written[699]!.position + 1_000_000, limit })).toEqual([]);
        expect(await read({ filter: mine, after: LOG_START, limit })).toEqual(upTo(Math.min(700, limit)));
      }
      expect(await read({ filter: mine, after: LOG_START, direction: 'backwards' })).toEqual([]);
    });

    it('holds the events of all streams when nothing is filtered', async () => {
      const between = await collect(store().readAll({ after: before, limit: 700 }));
      expect(between.map(({ position }) => position)).toEqual(written.map(({ position }) => position));
    });

    it.each<[string, LogReadOptions['filter'], (n: number, stream: string) => boolean]>([
      ['one category', { streamPrefixes: [`${category}-`] }, (_n, stream) => stream.startsWith(`${category}-`)],
      [
        'two categories',
        { streamPrefixes: [`${category}-`, `${other}-`] },
        (_n, stream) => stream !== `${category}x-a`,
      ],
      ['a prefix without a hyphen', { streamPrefixes: [`${category}x`] }, (_n, stream) => stream === `${category}x-a`],
      ['a longer prefix', { streamPrefixes: [`${category}-b`] }, (_n, stream) => stream.startsWith(`${category}-b`)],
      [
        'a prefix with signs that patterns use',
        { streamPrefixes: [`${category}-b%`, `${category}-_`] },
        (_n, stream) => stream === `${category}-b%`,
      ],
      [
        'prefixes that overlap',
        { streamPrefixes: [`${category}-`, `${category}-a`] },
        (_n, stream) => stream.startsWith(`${category}-`),
      ],
      ['a type', { types: [`${category}Third`] }, (n) => n % 3 === 0],
      [
        'types, one twice and one unknown',
        { types: [`${category}Third`, `${category}Third`, 'NeverWritten', `${category}Other`] },
        () => true,
      ],
      [
        'a type and a prefix',
        { types: [`${category}Third`], streamPrefixes: [`${category}-a`] },
        (n, stream) => n % 3 === 0 && stream === `${category}-a`,
      ],
      [
        'more types than an index is asked for',
        { types: [...upTo(600).map((n) => `None${n}`), `${category}Third`] },
        (n) => n % 3 === 0,
      ],
      ['no type at all', { types: [] }, () => false],
      ['no prefix at all', { streamPrefixes: [] }, () => false],
      ['a category that does not exist', { streamPrefixes: [`${category}y-`] }, () => false],
    ])('is filtered by %s', async (_case, filter, isWanted) => {
      const wanted = upTo(700).filter((n) => isWanted(n, streams[n % 5]!));
      expect(await read({ filter })).toEqual(wanted);
      expect(await read({ filter, direction: 'backwards' })).toEqual([...wanted].reverse());
      expect(await read({ filter, limit: 7 })).toEqual(wanted.slice(0, 7));
    });

    it('has its newest event at the head', async () => {
      const { position } = await store().append(newStream(), [happened(0)]);
      expect(await store().head()).toBeGreaterThanOrEqual(position);
    });
  });

  it('reads events that are large together in pages', async () => {
    const stream = newStream();
    const large: NewEvent[] = upTo(24).map((n) => ({ type: 'Large', data: { n, text: 'x'.repeat(700_000) } }));
    for (const event of large) await store().append(stream, [event]);
    expect(await numbersOf(store().readStream(stream))).toEqual(upTo(24));
    expect(await numbersOf(store().readAll({ direction: 'backwards', filter: { streamPrefixes: [stream] } }))).toEqual(
      upTo(24).reverse(),
    );
  });

  it.each<[LogReadOptions & StreamReadOptions]>([
    [{ limit: -1 }],
    [{ limit: 1.5 }],
    [{ from: -1, after: -1 }],
    [{ direction: 'sideways' as never }],
  ])('refuses to read with %j', async (options) => {
    await expect(collect(store().readStream(newStream(), options))).rejects.toThrow(InvalidStoreRequest);
    await expect(collect(store().readAll(options))).rejects.toThrow(InvalidStoreRequest);
  });
}
