import type { SettingRow } from '../../../catalogue/flow/rows';
import type { Expression, MapEntry, Place } from '../ir';
import { isFixed } from './constants';
import { allTaints, contentOf, putContent } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run, WayOfWeakness, Weakness } from './run';
import { type Sentence, conditionOf, given, isNeverTold, judged } from './setting-conditions';
import { UNKNOWN, type Value, valueLike, withTaints } from './values';
import { objectLike, objectOf } from './state';
import { awaitData, wayToCall, wayToField } from './ways-of-weakness';

/** The name of an algorithm is no longer than this. */
const MAX_NAME = 200;
/** The setter that stands for the arguments of a constructor. */
const MAKING = '()';
/** The setter of the field that its first argument names. */
const NAMED = '[]';

/** Judges a call by its constant arguments. */
export function judgeCall(
  run: Run,
  paths: readonly string[],
  name: string | undefined,
  receiver: Value | undefined,
  args: readonly EvaluatedArgument[],
  expression: Extract<Expression, { kind: 'call' }>,
): void {
  if (run.rules.settings.size === 0) return;
  const rows = run.rules.find(run.rules.settings, paths, name);
  if (rows === undefined) return;
  run.judgesHere();
  for (const row of rows) {
    const called = row.call.split('.').at(-1)!.replace('()', '');
    const says = isOfKind(run, row, receiver) ? weaknessOf(run, row, args) : undefined;
    if (says === undefined) continue;
    const at = placeOf(row, args) ?? expression.at;
    const call = { receiver, args, called, at, says: says(called) };
    const weakness = weaknessAt(run, row, at, call.says, wayToCall(run, row, call));
    run.weak(weakness);
    awaitData(run, weakness, expression);
  }
}

/** Judges `object.name = value` by its constant value. */
export function judgeAssignment(run: Run, object: Value, name: string, value: Value, at: Place): void {
  if (run.rules.assignedSettings.size === 0) return;
  const paths = object.paths.map((path) => run.rules.knownBelow(path, name));
  for (const row of run.rules.find(run.rules.assignedSettings, paths, name) ?? []) {
    const says = judged(run, row, value);
    if (says !== undefined) run.weak(weaknessAt(run, row, at, says(name), wayToField(run, value, name, at)));
  }
}

/** The place of the weak setting within a literal; undefined if it is not known. */
function placeOf({ argument = [0], field, always }: SettingRow, args: readonly EvaluatedArgument[]): Place | undefined {
  const judgedOne = always ? undefined : given(args, argument);
  if (field === undefined || judgedOne === undefined) return judgedOne?.at;
  let place: Place | undefined;
  let literal: Expression | undefined = judgedOne.written;
  for (const name of field.split('.')) {
    const entry: MapEntry | undefined =
      literal?.kind === 'map'
        ? literal.entries.find(({ key }) => key?.kind === 'literal' && key.value === name)
        : undefined;
    if (entry === undefined) return place;
    place = entry.key!.at;
    literal = entry.value;
  }
  return place;
}

const weaknessAt = (
  run: Run,
  { weakness, severity }: SettingRow,
  at: Place,
  says: string,
  way: WayOfWeakness | undefined,
): Weakness => ({
  weakness,
  file: run.file,
  at,
  says,
  ...(severity !== undefined && { severity }),
  ...(way && { way }),
});

/** Whether the fields of the receiver meet all conditions of the row. */
const isOfKind = (run: Run, { where = [] }: SettingRow, receiver: Value | undefined): boolean =>
  where.every((each) => receiver !== undefined && receiver.objects.length > 0 && isTold(run, each, receiver));

function isTold(run: Run, row: NonNullable<SettingRow['where']>[number], receiver: Value): boolean {
  const told = contentOf(run, receiver, row.field);
  if (told === undefined || told === UNKNOWN) return row.orMissing === true && isNeverTold(run, receiver, row.field);
  return judged(run, row, told) !== undefined;
}

/** The weakness of the call; undefined if none is known. */
function weaknessOf(run: Run, row: SettingRow, args: readonly EvaluatedArgument[]): Sentence | undefined {
  const { unlessFalse, unlessGiven, unlessNull, unlessImports, onlyWithFlag, and } = row;
  if (unlessImports?.some((name) => run.imports.has(name))) return undefined;
  if (unlessFalse !== undefined && args.find(({ name }) => name === unlessFalse)?.value.constant === false)
    return undefined;
  if (unlessGiven !== undefined && given(args, unlessGiven) !== undefined) return undefined;
  if (unlessNull !== undefined && given(args, [unlessNull])?.value.constant === null) return undefined;
  if (onlyWithFlag !== undefined && !args.some(({ value }) => value.paths.includes(onlyWithFlag))) return undefined;
  if (and?.some((condition) => conditionOf(run, condition, args) === undefined)) return undefined;
  if (row.always) return (called) => `${called === 'getInstance' ? row.call : called} is called`;
  return conditionOf(run, row, args);
}

/** Whether the value is an object with setters that rows know. */
export const isSettable = (run: Run, { paths }: Value): boolean => paths.some((path) => run.rules.setters.has(path));

/** Gives the result of a call fields for its settings, if rows have setters for it. */
export function withSettings(
  run: Run,
  value: Value,
  called: readonly string[],
  args: readonly EvaluatedArgument[],
  at: Place,
): Value {
  const path = called.find((each) => run.rules.setters.has(each));
  if (path === undefined || value.objects.length > 0) return value;
  const making = run.rules.setters.get(path)![MAKING];
  const named = args.flatMap(({ name, value: set }) => (name === undefined ? [] : [[name, set] as const]));
  const fields = new Map(making === undefined || args[0] === undefined ? named : [[making, args[0].value]]);
  const made = run.newObject(at, objectOf('map', fields, UNKNOWN));
  return valueLike(value, { objects: made.objects });
}

/** `cookie.setSecure(true)`; undefined if rows know no such setter. */
export function setField(
  run: Run,
  receiver: Value | undefined,
  name: string | undefined,
  args: readonly EvaluatedArgument[],
): Value | undefined {
  if (receiver === undefined || name === undefined || receiver.objects.length === 0) return undefined;
  for (const path of receiver.paths) {
    const fields = run.rules.setters.get(path);
    if (fields === undefined || !Object.hasOwn(fields, name)) continue;
    const [first, second] = args.map(({ value }) => value);
    if (fields[name] !== NAMED) putContent(run, receiver, fields[name], first ?? UNKNOWN);
    else putContent(run, receiver, first?.text, second ?? UNKNOWN);
    // Builders return themselves.
    return receiver;
  }
  return undefined;
}

/** An unknown call may change anything in its arguments. */
export function handOver(run: Run, { objects }: Value): void {
  for (const key of objects) {
    const object = run.state.object(key);
    if (object !== undefined && !object.isChanged) run.state.setObject(key, objectLike(object, { isChanged: true }));
  }
}

/**
 * A key of the constant arguments that make a difference: calls that differ in them do not count as the same. These are
 * the weak constants, and in functions that judge calls all others, too.
 */
export function weakKey(run: Run, isJudging: boolean, self: Value | undefined, args: readonly EvaluatedArgument[]) {
  if (!isJudging && !hasWeakText(run, self, args)) return '';
  const keys = args.map(({ value }) => keyOf(run, value, isJudging));
  let isAny = keys.some((key) => key !== '');
  for (const object of self?.objects ?? [])
    for (const value of run.state.object(object)?.fields.values() ?? []) {
      const key = keyOf(run, value, isJudging);
      isAny ||= key !== '';
      keys.push(key);
    }
  return isAny ? keys.join('|') : '';
}

function hasWeakText(run: Run, self: Value | undefined, args: readonly EvaluatedArgument[]): boolean {
  for (const { value } of args) if (isWeakText(run, value)) return true;
  for (const object of self?.objects ?? [])
    if (run.state.object(object)?.hasWeakField((field) => isWeakText(run, field))) return true;
  return false;
}

const isWeakText = (run: Run, { text }: Value): boolean =>
  text !== undefined && text.length < MAX_NAME && run.rules.isWeakText(text);

function keyOf(run: Run, value: Value, isJudging: boolean): string {
  const { text, constant } = value;
  if (isWeakText(run, value)) return text!;
  if (!isJudging) return '';
  if (typeof constant === 'number' || typeof constant === 'boolean') return String(constant);
  return isFixed(run, value) ? 'constant' : '';
}

/** The taints of the whole value, contents included. */
export const carriedBy = (run: Run, value: Value): Value => withTaints(UNKNOWN, allTaints(run, value));
