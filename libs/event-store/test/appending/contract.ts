import { randomUUID } from 'node:crypto';
import {
  EventStoreUnavailable,
  type ExpectedRevision,
  InvalidStoreRequest,
  type NewEvent,
  WrongExpectedRevision,
  decide,
} from '@assay/event-store';
import type { OpenStore } from '../contract';
import { collect, happened, newStream, numbered, numbersOf, upTo, useStore } from '../events';

export function appendingContract(open: OpenStore): void {
  const store = useStore(open);

  it('gives the revision and the position of the last event', async () => {
    const stream = newStream();
    const first = await store().append(stream, [happened(0), happened(1)]);
    const second = await store().append(stream, [happened(2)]);
    expect(first).toEqual({ revision: 1, position: expect.any(Number), repeated: false });
    expect(second).toEqual({ revision: 2, position: expect.any(Number), repeated: false });
    expect(second.position).toBeGreaterThan(first.position);
    expect((await collect(store().readStream(stream))).at(-1)!.position).toBe(second.position);
  });

  it.each<[ExpectedRevision, 'new' | 'existing', boolean]>([
    ['any', 'new', true],
    ['any', 'existing', true],
    ['no-stream', 'new', true],
    ['no-stream', 'existing', false],
    ['stream-exists', 'new', false],
    ['stream-exists', 'existing', true],
    [0, 'new', false],
    [0, 'existing', false],
    [1, 'existing', true],
    [2, 'existing', false],
  ])('expecting %s of a(n) %s stream: %s', async (expectedRevision, state, succeeds) => {
    const stream = newStream();
    if (state === 'existing') await store().append(stream, [happened(0), happened(1)]);
    const appending = store().append(stream, [happened(2)], { expectedRevision });
    if (succeeds) await expect(appending).resolves.toMatchObject({ repeated: false });
    else {
      const actual = state === 'existing' ? 1 : 'no-stream';
      await expect(appending).rejects.toMatchObject({
        name: 'WrongExpectedRevision',
        stream,
        expected: expectedRevision,
        actual,
      });
      expect(await numbersOf(store().readStream(stream))).toEqual(state === 'existing' ? [0, 1] : []);
    }
  });

  it('lets exactly one of 64 racing appends win', async () => {
    const stream = newStream();
    await store().append(stream, [happened(0)]);
    const outcomes = await Promise.allSettled(
      upTo(64).map((n) => store().append(stream, [happened(n)], { expectedRevision: 0 })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(reasons).toEqual(reasons.map(() => expect.any(WrongExpectedRevision)));
    expect(await collect(store().readStream(stream))).toHaveLength(2);
  });

  it('loses no decision of many that race on one stream', async () => {
    const stream = newStream();
    const total = {
      initial: 0,
      evolve: (sum: number, event: { type: string; data: unknown }) => sum + (event.data as { n: number }).n,
    };
    await Promise.all(
      upTo(24).map((n) => decide(store(), stream, total, (sum) => [{ type: 'Added', data: { n, before: sum } }])),
    );
    const events = await collect(store().readStream(stream));
    expect(events.map(({ data }) => (data as { n: number }).n).sort((a, b) => a - b)).toEqual(upTo(24));
    let sum = 0;
    for (const { data } of events as { data: { n: number; before: number } }[][number][]) {
      expect((data as { before: number }).before).toBe(sum);
      sum += (data as { n: number }).n;
    }
  });

  it('writes all events of an append or none', async () => {
    const stream = newStream();
    const taken = numbered(0);
    await store().append(stream, [taken]);
    await expect(store().append(stream, [happened(1, 'NeverSeen'), happened(2), taken])).rejects.toThrow(
      WrongExpectedRevision,
    );
    expect(await numbersOf(store().readStream(stream))).toEqual([0]);
    await store().append(stream, [happened(3, 'NeverSeen')]);
    expect((await collect(store().readStream(stream))).map(({ type, revision }) => [type, revision])).toEqual([
      ['Happened', 0],
      ['NeverSeen', 1],
    ]);
  });

  it.each<[ExpectedRevision]>([['any'], ['no-stream'], ['stream-exists'], [1], [7]])(
    'answers a repeated append as it did the first, whatever is expected (%s)',
    async (expectedRevision) => {
      const stream = newStream();
      await store().append(stream, [numbered(0)]);
      const events = [numbered(1), numbered(2)];
      const first = await store().append(stream, events);
      await store().append(stream, [numbered(3)]);
      expect(await store().append(stream, events, { expectedRevision })).toEqual({ ...first, repeated: true });
      expect(await numbersOf(store().readStream(stream))).toEqual([0, 1, 2, 3]);
    },
  );

  it('answers a repeated append that follows its first in the same moment', async () => {
    const stream = newStream();
    const events = [numbered(0), numbered(1)];
    const answers = await Promise.all(
      upTo(8).map(() => store().append(stream, events, { expectedRevision: 'no-stream' })),
    );
    expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await numbersOf(store().readStream(stream))).toEqual([0, 1]);
  });

  it('knows an event id in either case of its letters', async () => {
    const [stream, id] = [newStream(), randomUUID()];
    await store().append(stream, [{ ...happened(0), id }]);
    expect(await store().append(stream, [{ ...happened(0), id: id.toUpperCase() }])).toMatchObject({
      revision: 0,
      repeated: true,
    });
  });

  it.each([
    ['partly there', (a: NewEvent, b: NewEvent) => [b, numbered(9), a]],
    ['there with a new one after it', (_a: NewEvent, b: NewEvent) => [b, numbered(9)]],
    ['there with a new one before it', (a: NewEvent) => [numbered(9), a]],
    ['there in another order', (a: NewEvent, b: NewEvent) => [b, a]],
  ])('refuses events that are %s', async (_case, mixed) => {
    const stream = newStream();
    const [a, b] = [numbered(0), numbered(1)];
    await store().append(stream, [a, b]);
    await expect(store().append(stream, mixed(a, b))).rejects.toThrow(WrongExpectedRevision);
    expect(await numbersOf(store().readStream(stream))).toEqual([0, 1]);
  });

  it('takes the same event id in two streams', async () => {
    const event = numbered(0);
    for (const stream of [newStream(), newStream()])
      expect(await store().append(stream, [event])).toMatchObject({ revision: 0, repeated: false });
  });

  const kilobytes = (count: number, n: number): NewEvent => ({
    type: 'Large',
    data: { n, text: 'x'.repeat(count * 1_024) },
  });

  it('takes 2 MB in ten events, one append each, and gives them back', async () => {
    const stream = newStream();
    for (const n of upTo(10)) await store().append(stream, [kilobytes(200, n)]);
    expect(await numbersOf(store().readStream(stream))).toEqual(upTo(10));
  });

  it('takes just under 1 MB in one append of many events', async () => {
    const stream = newStream();
    await store().append(
      stream,
      upTo(1_000).map((n) => kilobytes(0.8, n)),
    );
    expect(await numbersOf(store().readStream(stream))).toEqual(upTo(1_000));
  });

  it.each([
    ['2 MB in ten events', () => upTo(10).map((n) => kilobytes(200, n))],
    ['events that are too large by their number', () => upTo(9_000).map((n) => happened(n))],
    [
      'metadata that is too large',
      () => [{ ...happened(0), metadata: { actor: 'x'.repeat(600_000) } }, kilobytes(500, 1)],
    ],
  ])('refuses %s at once with the same error on every adapter, and writes none', async (_, events) => {
    const stream = newStream();
    const refused = store().append(stream, events());
    await expect(refused).rejects.toBeInstanceOf(InvalidStoreRequest);
    await expect(refused).rejects.toThrow(/^\d+ events, .* take \d+ bytes, more than 1048576 an append/);
    expect(await numbersOf(store().readStream(stream))).toEqual([]);
    await store().append(stream, [happened(0)], { expectedRevision: 'no-stream' });
  });

  it('does not let one append that is refused touch those beside it', async () => {
    const streams = upTo(10).map(() => newStream());
    const outcomes = await Promise.allSettled(
      streams.map((stream, n) =>
        store().append(stream, [happened(n)], { expectedRevision: n % 2 === 0 ? 'no-stream' : 5 }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(upTo(10).map((n) => (n % 2 === 0 ? 'fulfilled' : 'rejected')));
  });

  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  it.each<[string, string, readonly NewEvent[], RegExp]>([
    ['no events', 's', [], /no events/],
    ['an empty stream name', '', [happened(0)], /stream has no name/],
    ['a stream name that is kept for the store', '$all', [happened(0)], /begins with \$/],
    ['a stream name that is too long', 'x'.repeat(513), [happened(0)], /513 characters, more than 512/],
    ['a stream name that is half a character', 'a\ud800', [happened(0)], /well-formed/],
    ['an empty type', 's', [happened(0, '')], /event type has no name/],
    ['a type that is kept for the store', 's', [happened(0, '$metadata')], /begins with \$/],
    ['an id that is no UUID', 's', [{ ...happened(0), id: 'one' }], /not a UUID/],
    [
      'the same id twice',
      's',
      [
        { ...happened(0), id: 'f1e1b2c3-0000-4000-8000-000000000001' },
        { ...happened(1), id: 'F1E1B2C3-0000-4000-8000-000000000001' },
      ],
      /twice/,
    ],
    ['data that is missing', 's', [{ type: 'A', data: undefined }], /data of A is undefined/],
    ['data with a bigint', 's', [{ type: 'A', data: { n: 1n } }], /data of A/],
    [
      'data with a number that JSON lacks',
      's',
      [{ type: 'A', data: { list: [1, NaN] } }],
      /data of A\.list\[1\] is NaN/,
    ],
    ['data with a date', 's', [{ type: 'A', data: { at: new Date(0) } }], /data of A\.at is a Date/],
    ['data with a map', 's', [{ type: 'A', data: { m: new Map([[1, 2]]) } }], /data of A\.m is a Map/],
    ['data with a function', 's', [{ type: 'A', data: { f: () => 1 } }], /data of A\.f is function/],
    ['data with a hole', 's', [{ type: 'A', data: [undefined] }], /data of A\[0\] is undefined/],
    ['data that contains itself', 's', [{ type: 'A', data: circular }], /circular/],
    [
      'metadata that is not JSON',
      's',
      [{ ...happened(0), metadata: { actor: Infinity as never } }],
      /metadata of Happened\.actor is Infinity/,
    ],
    ['an event of more than 1 MB', 's', [{ type: 'A', data: 'é'.repeat(524_289) }], /more than 1048576/],
  ])('refuses %s', async (_case, stream, events, message) => {
    const refused = store().append(stream, events);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(InvalidStoreRequest);
  });

  it.each([[-1], [1.5], [NaN], ['latest' as never]])('refuses the expected revision %s', async (expectedRevision) => {
    await expect(store().append(newStream(), [happened(0)], { expectedRevision })).rejects.toThrow(InvalidStoreRequest);
  });

  it('refuses every use after it was closed, and closes twice without complaint', async () => {
    const closed = await open();
    const stream = newStream();
    const last = closed.append(stream, [happened(0)]);
    await Promise.all([closed.close(), closed.close()]);
    await expect(last).resolves.toMatchObject({ revision: 0 });
    for (const use of [
      () => closed.append(stream, [happened(1)]),
      () => closed.head(),
      () => collect(closed.readStream(stream)),
      () => collect(closed.readAll()),
      () => collect(closed.subscribeToAll()),
      () => collect(closed.subscribeToStream(stream)),
      () => closed.streamMetadata(stream),
      () => closed.setStreamMetadata(stream, {}),
      () => closed.deleteStream(stream),
    ])
      await expect((async () => use())()).rejects.toThrow(EventStoreUnavailable);
  });
}
