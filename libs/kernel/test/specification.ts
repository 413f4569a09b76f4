import assert from 'node:assert/strict';
import { type Fact, type Model, RefusedError, type Result } from '@assay/kernel';

/** The answer of a decision: its events, or a result with them. It may also throw a `RefusedError`. */
type Decision<Event, Refused> = readonly Event[] | Result<readonly Event[], Refused>;

interface Decided<State, Event, Refused> {
  /**
   * Expects exactly these events in this order, or a refusal. Only the given members of a refusal must be equal;
   * others, such as the message, may be left out. It returns nothing, so that a test can return it.
   */
  then(expected: readonly Event[] | Partial<Refused>): void;
  /** The state after the given and the decided events. */
  thenState(expected: State): void;
}

export interface Specification<State, Event> {
  given(history: readonly Event[]): {
    when<Refused>(decision: (state: State) => Decision<Event, Refused>): Decided<State, Event, Refused>;
  };
}

/**
 * Tests a decider in the form given, when, then, without a store and without a mock. The decided events are evolved as
 * well, so that a decider cannot answer with an event that its own model cannot handle.
 */
export function specification<State, Event extends Fact>({
  initial,
  evolve,
}: Model<State, Event>): Specification<State, Event> {
  return {
    given: (history) => ({
      when: (decision) => {
        const state = history.reduce(evolve, initial);
        const outcome = outcomeOf(() => decision(state));
        return {
          then(expected) {
            assert(
              typeof expected !== 'function',
              'then() was awaited instead of called: give it the expected events or refusal',
            );
            if (isList(expected)) {
              assert.deepEqual(eventsOf(outcome), expected);
              expected.reduce(evolve, state);
            } else assertRefusal(outcome, expected);
          },
          thenState: (expected) => assert.deepEqual(eventsOf(outcome).reduce(evolve, state), expected),
        };
      },
    }),
  };
}

type Outcome<Event> = { readonly events: readonly Event[] } | { readonly refusal: unknown };

function outcomeOf<Event>(decide: () => Decision<Event, unknown>): Outcome<Event> {
  try {
    const decided = decide();
    if (isList(decided)) return { events: decided };
    return decided.ok ? { events: decided.value } : { refusal: decided.refusal };
  } catch (error) {
    if (error instanceof RefusedError) return { refusal: error.refusal };
    throw error;
  }
}

function eventsOf<Event>(outcome: Outcome<Event>): readonly Event[] {
  if ('refusal' in outcome) assert.fail(`expected events, was refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.events;
}

function assertRefusal(outcome: Outcome<unknown>, expected: object): void {
  if ('events' in outcome) assert.fail(`expected a refusal, got events: ${JSON.stringify(outcome.events)}`);
  assert(Object.keys(expected).length > 0, 'an empty refusal would match any: name its code');
  const actual = outcome.refusal as Record<string, unknown>;
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, actual[key]])), { ...expected });
}

/** Needed because `Array.isArray` does not narrow a readonly array in a union. */
const isList = <Item, Other>(value: readonly Item[] | Other): value is readonly Item[] => Array.isArray(value);
