import type { Constant, Expression, Statement } from '../../ir';
import { ALL_SANITIZED, bitOf } from '../../rules';
import type { EvaluatedCall } from '../evaluated-call';
import type { Run } from '../run';
import { type HeapObject, State, objectLike } from '../state';
import { UNKNOWN, type Value, WHOLLY, isTruthy, join, madeFor, valueLike } from '../values';
import { setIn } from './mentions';
import { isSafeFor, unknownOf } from './proof';

/**
 * The outcome of a condition; undefined if either is possible. Languages differ in which texts and numbers count as
 * true, so no proof relies on these.
 */
export function decided(run: Run, constant: Constant | undefined): boolean | undefined {
  if (constant === undefined) return undefined;
  if (run.proof && typeof constant !== 'boolean' && constant !== null) return undefined;
  return isTruthy(constant);
}

/** Up to this number, all languages compute alike. */
const MAX_NUMBER = 2 ** 31 - 1;

/** Whether all languages give the same result for an operation on constants. */
export function isTheSameEverywhere(operator: string, values: readonly Value[], result: Constant): boolean {
  const [left, right] = values.map(({ constant }) => constant);
  if (values.some(({ constant }) => typeof constant !== 'number' && typeof constant !== 'boolean')) return false;
  if (right !== undefined && typeof left !== typeof right) return false;
  if (operator === '%') return Number(left) >= 0 && Number(right) > 0;
  return typeof result === 'boolean' || (Number.isInteger(result) && Math.abs(Number(result)) <= MAX_NUMBER);
}

/** Forgets the contents of values and of the objects in them: other code may have changed them. */
export function forget(run: Run, values: readonly Value[]): void {
  const seen = new Set<number>();
  const waiting = [...values];
  for (let value = waiting.pop(); value; value = waiting.pop())
    for (const key of value.objects) {
      const object = run.state.object(key);
      if (object === undefined || seen.has(key)) continue;
      seen.add(key);
      waiting.push(object.rest, ...object.fields.values());
      run.state.setObject(key, emptied(object));
    }
}

const NO_FIELDS: HeapObject['fields'] = new Map();

const emptied = (object: HeapObject): HeapObject =>
  objectLike(object, {
    fields: NO_FIELDS,
    rest: UNKNOWN,
    length: undefined,
    isChanged: true,
    block: undefined,
  });

/** Forgets the contents of all objects: other code may have changed them. */
export function forgetObjects(run: Run): void {
  const objects = forgotten.get(run) ?? new State().objectsNow();
  for (const key of run.state.objectKeysSince(objects)) {
    const object = run.state.object(key);
    if (object && !object.isChanged) run.state.setObject(key, emptied(object));
  }
  forgotten.set(run, run.state.objectsNow());
}

/** The objects of a run as they were when all of them were forgotten: those that are the same need no second look. */
const forgotten = new WeakMap<Run, ReturnType<State['objectsNow']>>();

/** Forgets what statements set: any part of them may have run, or none. */
export function doubtAll(run: Run, statements: readonly Statement[] | Expression): void {
  for (const id of setIn(statements)) run.state.set(id, unknownOf(run.state.get(id) ?? UNKNOWN));
  forgetObjects(run);
}

/**
 * Methods of collections, builders and texts that do exactly what the interpreter does, with their numbers of
 * arguments.
 */
const METHODS: Readonly<Record<string, readonly number[]>> = {
  ...{ add: [1], addLast: [1], addFirst: [1], append: [1], push: [1], put: [2], get: [1], getOrDefault: [2] },
  ...{ getFirst: [0], getLast: [0], concat: [1], toString: [0], trim: [0], strip: [0], lower: [0], upper: [0] },
  ...{ toLowerCase: [0], toUpperCase: [0], charAt: [1], equals: [1], format: [1, 2, 3, 4, 5], join: [1] },
  ...{ formatted: [1, 2, 3, 4, 5] },
};

const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['StringBuilder', 'StringBuffer', 'ArrayList', 'LinkedList', 'HashMap', 'LinkedHashMap', 'TreeMap', 'Vector'],
  ...['List.of', 'Arrays.asList', 'String.valueOf', 'String.format', 'String', 'str', 'dict', 'list', 'Map'],
]);

/** Whether the interpreter's result of a call outside of the target is right in every case. */
export const isExact = (run: Run, { name, receiver, args, target }: EvaluatedCall): boolean => {
  if (args.some(({ isSpread }) => isSpread)) return false;
  if (name !== undefined && receiver !== undefined && Object.hasOwn(METHODS, name)) {
    const isAdded = name === 'append' && run.language.holdsTypes !== true && receiver.objects.length === 0;
    return METHODS[name]!.includes(args.length) && !isAdded && madeFor(receiver) !== 0;
  }
  const isOfTarget = target.classes.length > 0 || target.functions.length > 0;
  return !isOfTarget && target.paths.some((path) => FUNCTIONS.has(path));
};

/** Whether all functions and classes that a value may be are known. */
export function isWhollyKnown(run: Run, { made, functions, classes }: Value): boolean {
  return (
    made === WHOLLY &&
    functions.every(({ form, self }) => {
      const isAdorned = form.decorators.some((each) => each.kind !== 'import' || each.name !== 'Override');
      // A derived class may override the method.
      const isVirtual = self !== undefined && self.objects.length === 0 && !form.isHidden && form.self !== undefined;
      return !isAdorned && !isVirtual && !run.proof!.isOverloaded(form);
    }) &&
    classes.every(
      (form) =>
        (form.decorators.length === 0 || run.language.holdsTypes === true) &&
        !form.methods.some(({ name, function: each }) => name === 'constructor' && run.proof!.isOverloaded(each)),
    )
  );
}

/** Returns the facts that are certain about the result of a call. */
export function believed(
  run: Run,
  expression: Expression,
  evaluated: EvaluatedCall,
  { value, safe, isJudgedSafe }: { value: Value; safe: number; isJudgedSafe: boolean | undefined },
): Value {
  const { target, args } = evaluated;
  const isOwn = target.functions.length + target.classes.length > 0;
  const isMadeSafe = safe !== 0 && !isOwn;
  const isCertain = isJudgedSafe ?? args.every((each) => isSafeFor(run, each.value, WHOLLY));
  run.proof!.called(expression, isCertain || isMadeSafe);
  return isMadeSafe ? valueLike(value, { made: madeFor(value) | safe }) : value;
}

/** The weaknesses that a row rules out for the result of a call, whether or not it stands in quotes. */
export const safeWhereverItStands = (mask: number, quotes: number): number =>
  (mask & quotes) === 0 ? mask : mask & ~(bitOf('sql-injection') | quotes);

/** The types whose values are never texts. */
const NUMBERS: ReadonlySet<string> = new Set([
  ...['int', 'long', 'short', 'byte', 'double', 'float', 'boolean', 'Integer', 'Long', 'Short', 'Double', 'Boolean'],
]);

export const isNumber = ({ paths }: Value): boolean => paths.some((path) => NUMBERS.has(path));

/** A value that the language guarantees to be a number or boolean. */
export const heldNumber = (value: Value): Value => valueLike(value, { made: madeFor(value) | ALL_SANITIZED });

/** The value after an assignment within an expression, which may not have run. */
export const maybe = (before: Value | undefined, value: Value): Value => join(before ?? UNKNOWN, value);
