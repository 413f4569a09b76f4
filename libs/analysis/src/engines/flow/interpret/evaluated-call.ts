import type { Expression, Place } from '../ir';
import type { Value } from './values';

export interface EvaluatedArgument {
  readonly value: Value;
  readonly name?: string;
  readonly isSpread?: true;
  /** Where an argument with a name stands, or a literal of a type sets a field. */
  readonly at?: Place;
  /** What stands there, where it is a literal of settings. */
  readonly written?: Extract<Expression, { kind: 'map' }>;
}

export interface EvaluatedCall {
  readonly target: Value;
  readonly receiver: Value | undefined;
  readonly name: string | undefined;
  readonly args: readonly EvaluatedArgument[];
  readonly at: Place;
  /** Whether a framework takes the functions among the arguments. */
  readonly handled: boolean;
  readonly isNew: boolean;
}
