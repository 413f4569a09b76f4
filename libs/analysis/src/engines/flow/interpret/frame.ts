import type { FunctionForm, Place } from '../ir';
import type { EvaluatedArgument } from './evaluated-call';
import type { State } from './state';
import type { Way } from './told';
import type { Value } from './values';

/** A call of a function of the target that is being interpreted. */
export interface Frame {
  readonly form: FunctionForm;
  /** The calls around, as far as they distinguish objects of different calls. */
  readonly context: string;
  /** The states in which it returned. */
  readonly exits: State[];
  returned: Value | undefined;
  /** The same, with the value returned in each state. */
  readonly ways: Way[];
  /** The arguments of a recursive call, if they tell more than those of this call. */
  again?: readonly EvaluatedArgument[];
  /** For each enclosing loop or switch: the states in which it was left, or continued with its next round. */
  readonly loops: State[][];
  /** The state before each of these; the first one is the state before the call. */
  readonly starts: State[];
  /** The number of unknown conditions that led to where the run is. */
  unsure: number;
  /** The keys of the objects that it made, by place. */
  objects?: Map<Place, number>;
}

/** The last two calls of a context: `2:30>3:40` of `1:20>2:30>3:40` */
export function lastTwo(context: string): string {
  const last = context.lastIndexOf('>');
  return last <= 0 ? context : context.slice(context.lastIndexOf('>', last - 1) + 1);
}
