import assert from 'node:assert/strict';
import { type Fact, type Model, RefusedError, type Result } from '@assay/kernel';

/** What a decision may answer: the events that follow, or a result of them. It may also throw a `RefusedError`. */
type Decision<Event, Refused> = readonly Event[] | Result<readonly Event[], Refused>;

interface Decided<State, Event, Refused> {
  /**
   * The events that follow, exactly and in order; or the refusal: the members that are named must be equal, others
   * (a message's wording) may be left out. Gives nothing back, so that a test can return it.
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
 * Given what happened, when this is decided, then that follows: a test of a decider, without a store and without a
 * mock. The decided events are evolved as well, so that a decider cannot answer with an event that its own model
 * does not take.
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

/** `Array.isArray` does not narrow a readonly array out of a union. */
const isList = <Item, Other>(value: readonly Item[] | Other): value is readonly Item[] => Array.isArray(value);
