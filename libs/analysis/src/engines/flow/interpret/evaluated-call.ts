import type { Expression, Place } from '../ir';
import type { Value } from './values';

export interface EvaluatedArgument {
  readonly value: Value;
  readonly name?: string;
  readonly isSpread?: true;
  /** The place of a named argument, or of a literal that sets a field. */
  readonly at?: Place;
  /** The expression of the argument, if it is a literal of settings. */
  readonly written?: Extract<Expression, { kind: 'map' }>;
}

export interface EvaluatedCall {
  readonly target: Value;
  readonly receiver: Value | undefined;
  readonly name: string | undefined;
  readonly args: readonly EvaluatedArgument[];
  readonly at: Place;
  /** Whether a framework calls the functions among the arguments. */
  readonly handled: boolean;
  readonly isNew: boolean;
}
