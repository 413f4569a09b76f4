import type { FunctionForm, Place } from '../ir';
import type { EvaluatedArgument } from './evaluated-call';
import type { State } from './state';
import type { Way } from './told';
import type { Value } from './values';

/** A call of a function of the target that is being interpreted. */
export interface Frame {
  readonly form: FunctionForm;
  /** The place of the call, in the file of the function that calls it. */
  readonly at: Place;
  /** The function that calls it; undefined for the first one. */
  readonly outer: Frame | undefined;
  /** The arguments of the call; none for an entry. */
  given: readonly EvaluatedArgument[];
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

/** At most this many calls around distinguish objects that are made at one place. */
const MAX_CALLS = 3;

/** The calls around, as far as they distinguish objects of different calls: `1:20>2:30>3:40` */
export function contextOf({ at, outer }: Frame): string {
  let context = '';
  let place = at;
  let around = outer;
  for (let count = 0; around !== undefined && count < MAX_CALLS; count += 1) {
    context = `>${around.form.id}:${place}${context}`;
    place = around.at;
    around = around.outer;
  }
  return context;
}
