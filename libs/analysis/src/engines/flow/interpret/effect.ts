import type { Place } from '../ir';
import { allTaints } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import { UNKNOWN, type Value } from './values';

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

/** A value of which nothing is known but what it carries. */
export const taintOf = (run: Run, value: Value): Value => ({ ...UNKNOWN, taints: allTaints(run, value) });
