import type { FunctionForm } from '../ir';
import { putContent } from './contents';
import type { Run } from './run';
import type { Value } from './values';

type Fields = ReadonlyMap<string, Value>;

/** What methods left in the fields of their objects, by the calls that are taken for one. */
const leftBy = new WeakMap<Run, Map<FunctionForm, Map<string, readonly (readonly [string, Value])[]>>>();

/** Whether all that a value may be is there in today's state. */
export const isStillThere = (run: Run, { objects }: Value): boolean =>
  objects.every((key) => run.state.object(key) !== undefined);

/** The fields of an object whose methods leave something in them; undefined where that plays no part. */
export function fieldsOf(run: Run, self: Value | undefined): Fields | undefined {
  if (!run.language.hasMessages || self?.objects.length !== 1) return undefined;
  return run.state.object(self.objects[0]!)?.fields;
}

/** Remembers what a call has changed in the fields of its object. */
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

/**
 * Leaves in an object what the same call left before.
 * @returns whether that is possible: what it made then may not be there any more
 */
export function leaveAgain(run: Run, form: FunctionForm, key: string, self: Value | undefined): boolean {
  const left = leftBy.get(run)?.get(form)?.get(key);
  if (left === undefined || self === undefined) return true;
  if (!left.every(([, value]) => isStillThere(run, value))) return false;
  for (const [name, value] of left) putContent(run, self, name, value);
  return true;
}
