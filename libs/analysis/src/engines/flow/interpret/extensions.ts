import type { Expression } from '../ir';
import type { Run } from './run';
import { type Closure, type Value } from './values';

/** Whether the target says what a name means. */
export const isKnown = ({ functions, classes, objects }: Value): boolean =>
  functions.length + classes.length + objects.length > 0;

/** More functions of one name are told apart by their types alone. */
const MAX_UNTOLD = 3;

/** The functions of the target that are called on a value like methods of it. */
export function extensionsOf(run: Run, receiver: Value, name: string): readonly Closure[] {
  const seen = run.language.extensions?.(run.file, name) ?? [];
  if (seen.length === 0) return [];
  const types = new Set([...receiver.paths, ...receiver.classes.map((each) => each.name)]);
  const told = seen.filter(({ type }) => type !== undefined && types.has(type));
  // A method of the language is meant by its name unless the type says otherwise.
  const isOfLanguage = Object.hasOwn(run.language.methods ?? {}, name);
  const meant = told.length > 0 || isOfLanguage || seen.length > MAX_UNTOLD ? told : seen;
  return meant.map(({ function: form }) => ({ form, self: receiver }));
}

/** A name of an object that is not written: what else it may be counts where the object is not known to have it. */
export function otherwiseOf(run: Run, found: Value, otherwise: Expression): Value {
  const other = run.evaluate(otherwise);
  if (isKnown(other) || (found.paths.length === 0 && found.taints.length === 0)) return other;
  return { ...found, paths: [...found.paths, ...other.paths] };
}
