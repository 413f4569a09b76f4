import { type EventStore, type ExpectedRevision, type StreamMetadata, WrongExpectedRevision } from '@assay/event-store';
import { deterministicUuid } from '@assay/kernel';
import fc from 'fast-check';
import type { OpenStore } from '../contract';
import { collect, newCategory, useStore } from '../events';
import { type ModelledStreams, type Outcome, append, readable, remove, setMetadata } from './model';

type Operation =
  | {
      readonly kind: 'append';
      readonly stream: number;
      readonly ids: readonly number[];
      readonly expected: ExpectedRevision;
    }
  | { readonly kind: 'remove'; readonly stream: number; readonly expected: ExpectedRevision }
  | { readonly kind: 'set-metadata'; readonly stream: number; readonly metadata: StreamMetadata };

// Few streams, few ids and small revisions: so that repeats, conflicts and deletions meet.
const stream = fc.nat(2);
const expected = fc.oneof(
  { weight: 3, arbitrary: fc.constant<ExpectedRevision>('any') },
  { weight: 2, arbitrary: fc.constantFrom<ExpectedRevision>('no-stream', 'stream-exists') },
  { weight: 2, arbitrary: fc.nat(6) },
);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      stream,
      ids: fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 4 }),
      expected,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), stream, expected }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('set-metadata' as const),
      stream,
      metadata: fc.record({ truncateBefore: fc.nat(6) }, { requiredKeys: [] }),
    }),
  },
);

/** On a server each of the thousands of operations is a few round trips. */
const PATIENCE = 180_000;

export function historyContract(open: OpenStore): void {
  const store = useStore(open);

  it(
    'behave as lists in memory do, one operation after another',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 25 }), async (operations) => {
          const category = newCategory();
          let model: ModelledStreams = new Map();
          for (const next of operations) {
            const [after, outcome] = modelled(model, category, next);
            expect(await performed(store(), category, next)).toEqual(outcome);
            model = after;
          }
          await expectSame(store(), category, model);
        }),
        { numRuns: 60 },
      );
    },
    PATIENCE,
  );

  it(
    'behave as lists in memory do, all operations sent at once',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              kind: fc.constant('append' as const),
              stream,
              ids: fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 4 }),
              expected,
            }),
            { minLength: 1, maxLength: 25 },
          ),
          async (operations) => {
            const category = newCategory();
            const outcomes = await Promise.all(operations.map((next) => performed(store(), category, next)));
            // Whatever order the store took them in, every event that was acknowledged is there once and no other is.
            const acknowledged = operations.flatMap((next, n) =>
              'revision' in (outcomes[n] as object) ? next.ids.map((id) => `${next.stream}/${id}`) : [],
            );
            const written = (await collect(store().readAll({ filter: { streamPrefixes: [`${category}-`] } }))).map(
              ({ data }) => data,
            );
            expect([...written].sort()).toEqual([...new Set(acknowledged)].sort());
          },
        ),
        { numRuns: 30 },
      );
    },
    PATIENCE,
  );
}

const idOf = (category: string, id: number): string => deterministicUuid(`${category}/${id}`);

function modelled(model: ModelledStreams, category: string, next: Operation): readonly [ModelledStreams, Outcome] {
  const name = `${category}-${next.stream}`;
  if (next.kind === 'append')
    return append(
      model,
      name,
      next.ids.map((id) => idOf(category, id)),
      next.expected,
    );
  return next.kind === 'remove' ? remove(model, name, next.expected) : setMetadata(model, name, next.metadata);
}

async function performed(store: EventStore, category: string, next: Operation): Promise<Outcome> {
  const name = `${category}-${next.stream}`;
  try {
    if (next.kind === 'append') {
      const events = next.ids.map((id) => ({ id: idOf(category, id), type: 'Happened', data: `${next.stream}/${id}` }));
      const { revision, repeated } = await store.append(name, events, { expectedRevision: next.expected });
      return { revision, repeated };
    }
    await (next.kind === 'remove'
      ? store.deleteStream(name, { expectedRevision: next.expected })
      : store.setStreamMetadata(name, next.metadata));
    return 'done';
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return { actual: error.actual };
    throw error;
  }
}

async function expectSame(store: EventStore, category: string, model: ModelledStreams): Promise<void> {
  const inLog = await collect(store.readAll({ filter: { streamPrefixes: [`${category}-`] } }));
  for (const name of model.keys()) {
    const expectedEvents = readable(model, name);
    const events = await collect(store.readStream(name));
    expect(events.map(({ revision, id }) => ({ revision, id }))).toEqual(expectedEvents);
    expect(await collect(store.readStream(name, { direction: 'backwards' }))).toEqual([...events].reverse());
    expect(inLog.filter((event) => event.stream === name)).toEqual(expect.arrayContaining(events));
    expect(await store.streamMetadata(name)).toEqual(model.get(name)!.metadata);
  }
}
