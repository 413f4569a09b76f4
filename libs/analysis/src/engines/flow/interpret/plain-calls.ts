import type { FunctionForm } from '../ir';
import { holdsBytes } from './constants';
import { allTaints } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import { holdsBlock } from './memory/calls';
import { hasResponseType } from './response-type';
import type { Run } from './run';
import { isSettable } from './settings';
import type { Value } from './values';

/** Whether the call can be taken for another one of the function that gets nothing from outside either. */
export const isPlainCall = (
  run: Run,
  form: FunctionForm,
  self: Value | undefined,
  args: readonly EvaluatedArgument[],
  isDetailed: boolean,
): boolean =>
  !form.parameters.some(({ isFilled }) => isFilled) &&
  !form.isInner &&
  !form.isMacro &&
  !hasResponseType(run) &&
  !readsFromOutside(run, form) &&
  carriesNothing(run, self, isDetailed) &&
  args.every(({ value }) => carriesNothing(run, value, isDetailed));

/** Results are kept apart for as many weak constants as this; others are interpreted each time. */
const MAX_WEAK_KEYS = 8;

/** What a framework gives to a function is where something from outside lies. */
export const handedTo = (run: Run, args: readonly EvaluatedArgument[]): string =>
  args.flatMap(({ value }) => value.paths.filter((path) => run.rules.handed.has(path))).join();

export function keepPlain(run: Run, form: FunctionForm, key: string, returned: Value): void {
  const results = run.plainResults.get(form) ?? new Map<string, Value>();
  if (key === '' || results.size < MAX_WEAK_KEYS) results.set(key, returned);
  run.plainResults.set(form, results);
}

/**
 * Whether a call with the value can be taken for the call before: it carries nothing from outside, and no function that
 * the call could call.
 */
const carriesNothing = (run: Run, value: Value | undefined, isDetailed: boolean): boolean =>
  value === undefined ||
  (value.functions.length === 0 &&
    !(isDetailed && holdsBlock(run, value)) &&
    !isSettable(run, value) &&
    !holdsBytes(run, value) &&
    allTaints(run, value, 2).length === 0);

/** Whether what a function reads of functions around it holds something from outside, or a function that does so. */
function readsFromOutside(run: Run, { captures }: FunctionForm, depth = 1): boolean {
  for (const id of captures ?? []) {
    const value = run.state.get(id);
    if (value === undefined) continue;
    if (allTaints(run, value, 1).length > 0) return true;
    if (depth > 0 && value.functions.some(({ form }) => readsFromOutside(run, form, depth - 1))) return true;
  }
  return false;
}

/** What a function returned, for calls with other arguments that carry nothing either. */
export const withoutConstants = (run: Run, value: Value): Value => ({
  ...value,
  constant: undefined,
  text: undefined,
  fixed: undefined,
  taints: allTaints(run, value),
});

/** An entry follows each of its calls of a function up to this number, and later on one of those that look alike. */
const MAX_ALIKE = 6;

/**
 * What calls of a function have in common in which the same comes in from outside at the same places: what follows one
 * of them need not follow the next one. Undefined for the first calls of an entry.
 */
export function repeatOf(
  run: Run,
  form: FunctionForm,
  self: Value | undefined,
  args: readonly EvaluatedArgument[],
): string | undefined {
  const { hasFunctionObjects, hasTypes } = run.language;
  if (!(hasFunctionObjects || hasTypes) || run.countCall(form) <= MAX_ALIKE) return undefined;
  const captured = [...(form.captures ?? [])].map((id) => run.state.get(id));
  return [form.id, ...[self, ...args.map(({ value }) => value), ...captured].map((value) => lookOf(run, value))].join(
    '|',
  );
}

function lookOf(run: Run, value: Value | undefined): string {
  if (value === undefined) return '';
  const taints = allTaints(run, value, 2).map(({ source, safe }) => `${source}~${safe}`);
  const functions = value.functions.map(({ form }) => form.id);
  const { constant, text } = value;
  const isTold = taints.length > 0 || !run.language.hasTypes;
  const objects = isTold ? value.objects : classesOf(run, value);
  const paths = isTold ? value.paths : value.paths.map(beginningOf);
  return [taints, functions, paths, objects, constant ?? text?.slice(0, MAX_LOOK) ?? ''].join('^');
}

const MAX_LOOK = 80;

/** Overloads make objects of their own for each other: such ones are told apart by their classes. */
const classesOf = (run: Run, { objects }: Value): readonly (number | string)[] =>
  objects.map((key) => run.state.object(key)?.kin?.of.id ?? '');

/** They give each other methods of what they get, whose paths grow with each call: `Keys.Default.Get.Get.Get`. */
const beginningOf = (path: string): string => /^[^.]*(?:\.[^.]*){0,2}/.exec(path)![0];
