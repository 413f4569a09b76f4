import type { Expression, FunctionForm, Place } from '../ir';
import type { EvaluatedArgument, EvaluatedCall } from './evaluated-call';
import { fitting } from './overloads';
import type { Run } from './run';
import { type Closure, type Value, join, valueLike } from './values';

/** Whether the target declares the meaning of a name. */
export const isKnown = ({ functions, classes, objects }: Value): boolean =>
  functions.length + classes.length + objects.length > 0;

/** If more functions share a name, only their types tell them apart. */
const MAX_UNTOLD = 3;

/** The functions of the target that may be called on a value like its methods. */
export function extensionsOf(run: Run, receiver: Value, name: string): readonly Closure[] {
  const seen = run.language.extensions?.(run.file, name) ?? [];
  if (seen.length === 0) return [];
  const types = new Set([...receiver.paths, ...receiver.classes.map((each) => each.name)]);
  const told = seen.filter(({ type }) => type !== undefined && types.has(type));
  // The name means a method of the language, unless the type says otherwise.
  const isOfLanguage = Object.hasOwn(run.language.methods ?? {}, name);
  const meant = told.length > 0 || isOfLanguage || seen.length > MAX_UNTOLD ? told : seen;
  return meant.map(({ function: form }) => ({ form, self: receiver }));
}

/** If more extension methods share a name, it is not known which one is meant. */
const MAX_EXTENSIONS = 3;

/** The result of an extension method, which gets the object that it is called on as its first argument. */
export function extensionResult(
  run: Run,
  { target, receiver, name, args, at }: EvaluatedCall,
  invoke: (form: FunctionForm, args: readonly EvaluatedArgument[], at: Place) => Value | undefined,
): Value | undefined {
  if (receiver === undefined || name === undefined || target.functions.length + target.classes.length > 0)
    return undefined;
  const forms = run.language.byFirstArgument?.get(name);
  if (forms === undefined) return undefined;
  const all = [{ value: receiver }, ...args];
  const closures = fitting(
    run,
    forms.map((form) => ({ form })),
    all,
  );
  const results = closures.slice(0, MAX_EXTENSIONS).flatMap(({ form }) => invoke(form, all, at) ?? []);
  return results.length === 0 ? undefined : results.reduce(join);
}

/**
 * The extension method that a call of the name means, if only one has the name.
 * @param count the number of arguments beside the object that it is called on
 */
export function extensionNamed(run: Run, name: string, count: number): FunctionForm | undefined {
  const forms = run.language.byFirstArgument?.get(name);
  const only = forms?.length === 1 ? forms[0] : undefined;
  return only !== undefined && only.parameters.length > count ? only : undefined;
}

/**
 * The value of a name that is used without its object. If the object is not known to have it, its other meaning also
 * counts.
 */
export function otherwiseOf(run: Run, found: Value, otherwise: Expression): Value {
  const other = run.evaluate(otherwise);
  if (isKnown(other) || (found.paths.length === 0 && found.taints.length === 0)) return other;
  return valueLike(found, { paths: [...found.paths, ...other.paths] });
}
