import type { FunctionForm } from '../ir';
import { putContents } from './contents';
import type { Run } from './run';
import type { Value } from './values';

type Fields = ReadonlyMap<string, Value>;

/** The values that methods left in the fields of their objects, by the calls that count as one. */
const leftBy = new WeakMap<Run, Map<FunctionForm, Map<string, readonly (readonly [string, Value])[]>>>();

/** Whether all objects of a value exist in the current state. */
export const isStillThere = (run: Run, { objects }: Value): boolean =>
  objects.every((key) => run.state.object(key) !== undefined);

/** The fields of an object, in which its methods may leave values; undefined in languages with memory. */
export function fieldsOf(run: Run, self: Value | undefined): Fields | undefined {
  if (run.language.hasMemory || self?.objects.length !== 1) return undefined;
  return run.state.object(self.objects[0]!)?.fields;
}

/** Records what a call has changed in the fields of its object. */
export function keepLeft(run: Run, form: FunctionForm, key: string, before: Fields, self: Value | undefined): void {
  const after = fieldsOf(run, self);
  if (after === undefined || after === before) return;
  const changed = [...after].filter(([name, value]) => before.get(name) !== value);
  if (changed.length === 0) return;
  const all = leftBy.get(run) ?? new Map<FunctionForm, Map<string, readonly (readonly [string, Value])[]>>();
  leftBy.set(run, all);
  const ofForm = all.get(form) ?? new Map<string, readonly (readonly [string, Value])[]>();
  all.set(form, ofForm.set(key, changed));
}

/** The values that a call has left in its object. */
export const leftOf = (run: Run, form: FunctionForm, key: string): readonly Value[] =>
  (leftBy.get(run)?.get(form)?.get(key) ?? []).map(([, value]) => value);

/**
 * Puts into an object what the same call left there earlier.
 * @returns whether that is possible: an object that it made then may no longer exist
 */
export function leaveAgain(run: Run, form: FunctionForm, key: string, self: Value | undefined): boolean {
  const left = leftBy.get(run)?.get(form)?.get(key);
  if (left === undefined || self === undefined) return true;
  if (!left.every(([, value]) => isStillThere(run, value))) return false;
  putContents(run, self, left);
  return true;
}
