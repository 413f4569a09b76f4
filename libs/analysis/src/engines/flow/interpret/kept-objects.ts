import type { FunctionForm } from '../ir';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import type { HeapObject } from './state';
import type { Value } from './values';

/** At most this many objects are kept with the result of a call. */
const MAX_KEPT = 60;
/** Longer texts are told apart by their beginning. */
const MAX_TEXT = 80;

/** The objects within what a call returned and left, as they were at its end. */
interface Kept {
  /** The constants that the call was given: what it put into objects depends on them. */
  readonly given: string;
  readonly objects: ReadonlyMap<number, HeapObject>;
}

/** By the calls that count as one. */
const keptBy = new WeakMap<Run, Map<FunctionForm, Map<string, Kept>>>();

/** The constants that a call gets: by its arguments, in its object, and in the variables around its function. */
export function constantsGiven(
  run: Run,
  { captures }: FunctionForm,
  args: readonly EvaluatedArgument[],
  self: Value | undefined,
): string {
  const parts: string[] = [];
  const add = (name: string, { constant, text }: Value) =>
    void parts.push(`${name}=${typeof constant}:${String(constant ?? text?.slice(0, MAX_TEXT))}`);
  const addWhole = (name: string, value: Value) => {
    add(name, value);
    for (const key of value.objects) for (const [field, each] of run.state.object(key)?.fields ?? []) add(field, each);
  };
  for (const { name = '', value } of args) addWhole(name, value);
  if (self !== undefined) addWhole('self', self);
  for (const id of captures ?? []) {
    const value = run.state.get(id);
    if (value !== undefined) add(id, value);
  }
  return parts.join('|');
}

/** Keeps the objects within what a call returned and left: the next entry does not have them. */
export function keepObjects(run: Run, form: FunctionForm, key: string, given: string, values: readonly Value[]): void {
  const objects = new Map<number, HeapObject>();
  const waiting = values.flatMap((value) => value.objects);
  for (const each of waiting) {
    const object = objects.has(each) ? undefined : run.state.object(each);
    if (object === undefined) continue;
    if (objects.size >= MAX_KEPT) return;
    objects.set(each, object);
    waiting.push(...object.rest.objects, ...object.carrying().flatMap((value) => value.objects));
  }
  if (objects.size === 0) return;
  const all = keptBy.get(run) ?? new Map<FunctionForm, Map<string, Kept>>();
  keptBy.set(run, all);
  const ofForm = all.get(form) ?? new Map<string, Kept>();
  all.set(form, ofForm.set(key, { given, objects }));
}

/** Makes the objects of the same call in an earlier entry again, unless other constants may stand in them now. */
export function restoreObjects(run: Run, form: FunctionForm, key: string, given: () => string): void {
  const kept = keptBy.get(run)?.get(form)?.get(key);
  if (kept === undefined) return;
  const missing = [...kept.objects].filter(([each]) => run.state.object(each) === undefined);
  if (missing.length === 0 || kept.given !== given()) return;
  for (const [each, object] of missing) run.state.setObject(each, object);
}
