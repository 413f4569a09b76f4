import type { Place } from '../ir';
import { allTaints, elementsOf } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import { UNKNOWN, type Value, WHOLLY, carrying, constantOf, joinedText, madeFor, ofTaints, valueLike } from './values';

/** A call of a built-in function or method. */
export interface Method {
  readonly run: Run;
  readonly receiver: Value;
  readonly args: readonly Value[];
  readonly named: readonly EvaluatedArgument[];
  readonly at: Place;
}

/** The effect of a built-in. Returns undefined if the call is not one of the language's own collections and texts. */
export type Effect = (method: Method) => Value | undefined;

export const isObject = ({ objects }: Value): boolean => objects.length > 0;

/** The value that fills a hole in a text: only its taints are known, and what it is made of. */
export function filling(run: Run, values: readonly Value[]): Value {
  const carried = carrying(values.map((value) => taintOf(run, value)));
  if (run.proof === undefined) return carried;
  const parts = values.flatMap((value) => (isObject(value) ? (elementsOf(run, value) ?? [UNKNOWN]) : [value]));
  const made = parts.reduce((mask, part) => mask & (isObject(part) ? 0 : madeFor(part)), WHOLLY);
  return made === 0 ? carried : valueLike(carried, { made });
}

/** A value of which only the taints are known. */
export const taintOf = (run: Run, value: Value): Value => ofTaints(allTaints(run, value));

const SLASH = constantOf('/');

/** A path of some parts. None of them is looked up, whatever the name of the call says. */
export const pathJoined: Effect = ({ args }) =>
  joinedText(args.flatMap((each, index) => (index === 0 ? [each] : [SLASH, each])));
