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

/**
 * The element that a loop over objects of the target gets from the methods that their classes have for it: what else
 * their fields hold is none. `undefined`: a class has no such method.
 */
export function givenByIterator(run: Run, over: Value, at: Place): Value | undefined {
  const { iterators } = run.language;
  if (iterators === undefined || over.objects.length === 0 || run.proof) return undefined;
  const made = answerOf(run, over, iterators.make, at);
  return answerOf(run, made ?? over, iterators.current, at) ?? (made && iterated(run, made));
}

function answerOf(run: Run, value: Value, method: string, at: Place): Value | undefined {
  const own = methodsOfObject(run, value, method)?.functions ?? [];
  if (own.length === 0 || own.length < value.objects.length) return undefined;
  const answers = own
    .filter(({ form }) => form.parameters.length === 0)
    .flatMap((each) => run.invoke(each, [], at) ?? []);
  return answers.length === 0 ? undefined : answers.reduce(join);
}
