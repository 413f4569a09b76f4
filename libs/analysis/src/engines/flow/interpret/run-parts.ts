import type { ClassForm, Expression, Place, Statement, Target } from '../ir';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import type { Closure, Value } from './values';

/** The parts of the interpreter that call each other: expressions hold functions, which hold statements, and so on. */
export interface Parts {
  readonly evaluate: (run: Run, expression: Expression) => Value;
  readonly execute: (run: Run, statements: readonly Statement[]) => void;
  readonly refine: (run: Run, condition: Expression, isTrue: boolean) => void;
  readonly assign: (run: Run, target: Target, value: Value, at: Place | undefined) => void;
  readonly invoke: (run: Run, closure: Closure, args: readonly EvaluatedArgument[], at: Place) => Value | undefined;
  readonly instantiate: (run: Run, form: ClassForm, args: readonly EvaluatedArgument[], at: Place) => Value;
  readonly instanceOf: (run: Run, form: ClassForm, at: Place) => Value;
}
