import type { FunctionForm } from '../ir';
import { putContents } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import type { Value } from './values';

type Fields = ReadonlyMap<string, Value>;

/** A value that a method left in a field of its object. */
interface Left {
  readonly name: string;
  readonly value: Value;
  /** The argument of the call that it is: its place, and its name if it was given one. */
  readonly given?: { readonly index: number; readonly as: string | undefined };
}

/** Further arguments are not compared with the fields. */
const MAX_ARGUMENTS = 64;

/** The values that methods left in the fields of their objects, by the calls that count as one. */
const leftBy = new WeakMap<Run, Map<FunctionForm, Map<string, readonly Left[]>>>();

/** Whether all objects of a value exist in the current state. */
export const isStillThere = (run: Run, { objects }: Value): boolean =>
  objects.every((key) => run.state.object(key) !== undefined);

/** The fields of an object, in which its methods may leave values; undefined in languages with memory. */
export function fieldsOf(run: Run, self: Value | undefined): Fields | undefined {
  if (run.language.hasMemory || self?.objects.length !== 1) return undefined;
  return run.state.object(self.objects[0]!)?.fields;
}

/** Records what a call has changed in the fields of its object. */
export function keepLeft(
  run: Run,
  form: FunctionForm,
  key: string,
  before: Fields,
  self: Value | undefined,
  args: readonly EvaluatedArgument[],
): void {
  const after = fieldsOf(run, self);
  if (after === undefined || after === before) return;
  const changed = [...after].filter(([name, value]) => before.get(name) !== value);
  if (changed.length === 0) return;
  const all = leftBy.get(run) ?? new Map<FunctionForm, Map<string, readonly Left[]>>();
  leftBy.set(run, all);
  const ofForm = all.get(form) ?? new Map<string, readonly Left[]>();
  const left = changed.map(([name, value]) => {
    const index = args.slice(0, MAX_ARGUMENTS).findIndex((argument) => isGiven(value, argument.value));
    return index < 0 ? { name, value } : { name, value, given: { index, as: args[index]!.name } };
  });
  all.set(form, ofForm.set(key, left));
}

/** Whether a field holds an argument: its objects, or its text. Calls that count as one may have others. */
const isGiven = (value: Value, argument: Value): boolean =>
  value.objects.length > 0
    ? value.objects.length === argument.objects.length &&
      value.objects.every((key, index) => key === argument.objects[index])
    : typeof value.constant === 'string' && value.constant === argument.constant;

/** The values that a call has left in its object. */
export const leftOf = (run: Run, form: FunctionForm, key: string): readonly Value[] =>
  (leftBy.get(run)?.get(form)?.get(key) ?? []).map(({ value }) => value);

/**
 * Puts into an object what the same call left there earlier; where that was an argument, the one of this call.
 * @returns whether that is possible: an object that it made then may no longer exist
 */
export function leaveAgain(
  run: Run,
  form: FunctionForm,
  key: string,
  self: Value | undefined,
  args: readonly EvaluatedArgument[],
): boolean {
  const left = leftBy.get(run)?.get(form)?.get(key);
  if (left === undefined || self === undefined) return true;
  const values = left.map(({ name, value, given }): readonly [string, Value] | undefined => {
    const argument = given && args[given.index];
    if (given && argument?.name !== given.as) return undefined;
    const now = given ? argument?.value : value;
    return now && isStillThere(run, now) ? [name, now] : undefined;
  });
  if (!values.every((each) => each !== undefined)) return false;
  putContents(run, self, values);
  return true;
}
