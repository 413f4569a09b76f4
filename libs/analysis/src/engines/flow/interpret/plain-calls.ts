import type { FunctionForm } from '../ir';
import { holdsBytes } from './constants';
import { allTaints, hasTaints } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import { whoGetsHere } from './gates';
import { holdsBlock } from './memory/calls';
import type { Run } from './run';
import { responseTypeOf } from './response-type';
import { isSettable, weakKey } from './settings';
import type { Told } from './told';
import { UNKNOWN, type Value, valueLike } from './values';

/**
 * A key for calls of a function that carry no input: those with the same key have the same result, and only the first
 * of them is followed. Undefined for calls whose arguments may make another difference.
 */
export function plainKey(
  run: Run,
  form: FunctionForm,
  self: Value | undefined,
  args: readonly EvaluatedArgument[],
): string | undefined {
  const isDetailed = run.language.hasMemory === true && !run.isThrifty;
  if (run.proof !== undefined || run.keepsInput || !isPlainCall(run, form, self, args, isDetailed)) return undefined;
  const isJudging = run.judging.has(form);
  const tried = isJudging && run.isTried() ? 'tried' : '';
  const around = `${whoGetsHere(run)}${run.route.key}${responseTypeOf(run)}${tried}`;
  const given = `${weakKey(run, isJudging, self, args)}${handedTo(run, args)}${nilsAmong(run, args)}`;
  return `${around}${given}${calledFromOutside(run, form)}${classCalledOn(run, self)}`;
}

/** The class that a method is called on, and not an object of it: `cls()` of Python makes another object in each. */
function classCalledOn({ language }: Run, self: Value | undefined): string {
  if (self === undefined || self.objects.length > 0 || language.holdsTypes || language.hasTypes) return '';
  return self.classes.length === 1 ? `<${self.classes[0]!.id}>` : '';
}

/**
 * The functions, objects and classes in the variables that a function captures. A handler that was entered by itself
 * knew none of the functions around it.
 */
function calledFromOutside(run: Run, { captures }: FunctionForm): string {
  if (captures === undefined || captures.size === 0 || run.language.hasMemory) return '';
  const held: (number | string)[] = [];
  for (const id of captures) {
    const value = run.state.get(id);
    if (value === undefined) continue;
    for (const { form } of value.functions) held.push(form.id);
    for (const { name } of value.classes) held.push(name);
    for (const key of value.objects) held.push(key);
  }
  return held.length === 0 ? '' : `(${held.join()})`;
}

/** Whether a call carries no input, and no function by which it could. */
const isPlainCall = (
  run: Run,
  form: FunctionForm,
  self: Value | undefined,
  args: readonly EvaluatedArgument[],
  isDetailed: boolean,
): boolean =>
  !form.parameters.some(({ isFilled }) => isFilled) &&
  !form.isInner &&
  !form.isMacro &&
  !readsFromOutside(run, form) &&
  carriesNothing(run, self, isDetailed) &&
  args.every(({ value }) => carriesNothing(run, value, isDetailed));

/**
 * Results are stored for at most this many weak constants; other calls are interpreted each time. With 8 of them, the
 * function that translates the texts of Cacti was interpreted 26,000 times.
 */
const MAX_WEAK_KEYS = 64;

/** The paths among the arguments by which a framework passes input to a function, or below which there is input. */
const handedTo = ({ rules }: Run, args: readonly EvaluatedArgument[]): string =>
  args.every(({ value }) => value.paths.length === 0)
    ? ''
    : args
        .flatMap(({ value }) => value.paths.filter((path) => rules.handed.has(path) || rules.leadsToInput(path)))
        .join();

/** The places of arguments that are nil in Go: a function may ask for it, and reads nothing of a request then. */
const nilsAmong = (run: Run, args: readonly EvaluatedArgument[]): string =>
  run.language.embeds === true && args.some(({ value }) => value.constant === null)
    ? args.map(({ value }) => (value.constant === null ? 'nil,' : ',')).join('')
    : '';

export function keepPlain(run: Run, form: FunctionForm, key: string, returned: Value): void {
  const results = run.plainResults.get(form) ?? new Map<string, Value>();
  if (key === '' || results.size < MAX_WEAK_KEYS) results.set(key, returned);
  run.plainResults.set(form, results);
}

/**
 * Whether a value makes no difference to the result of a call: it carries no input, and no function that the call could
 * call.
 */
const carriesNothing = (run: Run, value: Value | undefined, isDetailed: boolean): boolean =>
  value === undefined ||
  (value.functions.length === 0 &&
    !(isDetailed && holdsBlock(run, value)) &&
    !isSettable(run, value) &&
    !holdsBytes(run, value) &&
    !hasTaints(run, value, 2));

/** Whether the variables that a function captures hold input, or a function whose captured variables do. */
function readsFromOutside(run: Run, { captures }: FunctionForm, depth = 1): boolean {
  for (const id of captures ?? []) {
    const value = run.state.get(id);
    if (value === undefined) continue;
    if (value.taints.length + value.objects.length > 0 && hasTaints(run, value, 1)) return true;
    if (depth === 0) continue;
    for (const { form } of value.functions) if (readsFromOutside(run, form, depth - 1)) return true;
  }
  return false;
}

/** The result of a function, for calls with other arguments without input. */
export const withoutConstants = (run: Run, value: Value): Value =>
  valueLike(value, {
    constant: undefined,
    text: undefined,
    fixed: undefined,
    taints: allTaints(run, value),
  });

/**
 * Each entry follows this many calls of a function; of later ones, it follows one of those that look alike. With 6 of
 * them, data flow of Go took a fifth more time, and found the same.
 */
const MAX_ALIKE = 2;
/** The same where a call within was left out: another of those that look alike may follow more. */
const MAX_ALIKE_CUT = 6;

/** The result of one of the calls that look alike. */
export interface Repeated {
  readonly result: Value;
  readonly told: Told | undefined;
  /**
   * Whether calls within it were left out: they lay too deep, their function was running, or the entry had taken its
   * steps.
   */
  readonly isCut: boolean;
}

/** A call that may look like others of its function. */
export interface Repeat {
  /** The key for the calls that get the same input at the same places: only the first of them is followed. */
  readonly key: string;
  /** How many calls of the function the entry has made. */
  readonly count: number;
}

/** Undefined for the first calls of an entry. */
export function repeatOf(
  run: Run,
  form: FunctionForm,
  self: Value | undefined,
  args: readonly EvaluatedArgument[],
): Repeat | undefined {
  const count = run.language.hasMemory ? 0 : run.countCall(form);
  if (count <= MAX_ALIKE) return undefined;
  const captured = [...(form.captures ?? [])].map((id) => run.state.get(id));
  const around = `${whoGetsHere(run)}${run.route.key}${responseTypeOf(run)}`;
  const looks = [self, ...args.map(({ value }) => value), ...captured].map((value) => lookOf(run, value));
  return { key: [around, form.id, nilsAmong(run, args), ...looks].join('|'), count };
}

/** A call before that looks alike, if this one would not follow more. */
export function repeated(run: Run, { key, count }: Repeat): Repeated | undefined {
  const known = run.repeated.get(key);
  return known?.isCut === true && count <= MAX_ALIKE_CUT ? undefined : known;
}

function lookOf(run: Run, value: Value | undefined): string {
  if (value === undefined) return '';
  if (value === UNKNOWN) return LOOK_OF_UNKNOWN;
  const taints = allTaints(run, value, 2).map(({ source, safe }) => `${source}~${safe}`);
  const functions = value.functions.map(({ form }) => form.id);
  const { constant, text } = value;
  const isTold = taints.length > 0 || !run.language.hasTypes;
  const objects = isTold ? value.objects : classesOf(run, value);
  const paths = isTold ? value.paths : value.paths.map(beginningOf);
  return [taints, functions, paths, objects, constant ?? text?.slice(0, MAX_LOOK) ?? ''].join('^');
}

const MAX_LOOK = 80;
/** Taints, functions, paths, objects and constant, all of them missing. */
const LOOK_OF_UNKNOWN = '^^^^';

/** Overloads make objects of their own for each other, so objects are distinguished by their classes. */
const classesOf = (run: Run, { objects }: Value): readonly (number | string)[] =>
  objects.map((key) => run.state.object(key)?.kin?.of.id ?? '');

/**
 * Overloads call methods of their arguments for each other, and the paths grow with each call:
 * `Keys.Default.Get.Get.Get`.
 */
function beginningOf(path: string): string {
  let end = -1;
  for (let parts = 0; parts < 3; parts += 1) {
    end = path.indexOf('.', end + 1);
    if (end < 0) return path;
  }
  return path.slice(0, end);
}
