import type { Place } from '../ir';
import { iterated, methodsOfObject } from './contents';
import type { Run } from './run';
import { type Value, join } from './values';

/** The methods by which a language goes through an object of the target. */
export interface Iterators {
  /** Gives the object that goes through it. */
  readonly make: string;
  /** Gives the element where that object stands. */
  readonly current: string;
}

const MAX_DEPTH = 3;

/**
 * The element that a loop over objects of the target gets from the methods that their classes have for it: other
 * contents of their fields are no elements. `undefined`: a class has no such method.
 */
export function givenByIterator(run: Run, over: Value, at: Place): Value | undefined {
  const { iterators } = run.language;
  if (iterators === undefined || over.objects.length === 0 || run.proof) return undefined;
  let made: Value | undefined;
  // The object that an object gives may give another one in turn.
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next = answerOf(run, made ?? over, iterators.make, at);
    if (next === undefined) break;
    made = next;
  }
  return answerOf(run, made ?? over, iterators.current, at) ?? (made && iterated(run, made));
}

function answerOf(run: Run, value: Value, method: string, at: Place): Value | undefined {
  const own = methodsOfObject(run, value, method)?.functions ?? [];
  if (own.length === 0 || own.length < value.objects.length) return undefined;
  const answers = own.flatMap((each) => run.invoke(each, [], at) ?? []);
  return answers.length === 0 ? undefined : answers.reduce(join);
}
