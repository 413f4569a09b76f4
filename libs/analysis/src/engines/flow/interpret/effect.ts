import type { Place } from '../ir';
import { allTaints, elementsOf } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import { UNKNOWN, type Value, WHOLLY, carrying, madeFor } from './values';

/** A call of a function or method of the language's own. */
export interface Method {
  readonly run: Run;
  readonly receiver: Value;
  readonly args: readonly Value[];
  readonly named: readonly EvaluatedArgument[];
  readonly at: Place;
}

/** Undefined: the method is not that of the language's own collections and texts. */
export type Effect = (method: Method) => Value | undefined;

export const isObject = ({ objects }: Value): boolean => objects.length > 0;

/** What is put into a text with holes: nothing of it is known but what it carries, and what that is made of. */
export function filling(run: Run, values: readonly Value[]): Value {
  const carried = carrying(values.map((value) => taintOf(run, value)));
  if (run.proof === undefined) return carried;
  const parts = values.flatMap((value) => (isObject(value) ? (elementsOf(run, value) ?? [UNKNOWN]) : [value]));
  const made = parts.reduce((mask, part) => mask & (isObject(part) ? 0 : madeFor(part)), WHOLLY);
  return made === 0 ? carried : { ...carried, made };
}

/** A value of which nothing is known but what it carries. */
export const taintOf = (run: Run, value: Value): Value => ({ ...UNKNOWN, taints: allTaints(run, value) });
