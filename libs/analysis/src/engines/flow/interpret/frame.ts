import type { FunctionForm, Place } from '../ir';
import type { EvaluatedArgument } from './evaluated-call';
import type { State } from './state';
import type { Way } from './told';
import type { Value } from './values';

/** A call of a function of the target that is being interpreted. */
export interface Frame {
  readonly form: FunctionForm;
  /** The calls around, as far as objects of different calls are told apart by them. */
  readonly context: string;
  /** The states in which it returned. */
  readonly exits: State[];
  returned: Value | undefined;
  /** The same, with what it returned there. */
  readonly ways: Way[];
  /** What it called itself with, where that tells more than what it was called with. */
  again?: readonly EvaluatedArgument[];
  /** Of each loop or switch around: the states in which it was left, or went on to its next round. */
  readonly loops: State[][];
  /** For each of these the state before it; the first one is that before the call. */
  readonly starts: State[];
  /** How many conditions that are not known led to where the run is. */
  unsure: number;
  /** The keys of the objects that it made, by where. */
  objects?: Map<Place, number>;
}

/** The calls around that are told apart, without the outermost one: `2:30>3:40` of `1:20>2:30>3:40` */
export function lastTwo(context: string): string {
  const last = context.lastIndexOf('>');
  return last <= 0 ? context : context.slice(context.lastIndexOf('>', last - 1) + 1);
}
