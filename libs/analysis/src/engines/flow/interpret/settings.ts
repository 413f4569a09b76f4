import type { SettingRow } from '../../../catalogue/flow/rows';
import type { Place } from '../ir';
import { allTaints, contentOf, putContent } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import { HOLE, OWN_PART, UNKNOWN, type Value, constantOf, withTaints } from './values';

/** Says of a thing that a call of nobody knows what got it, and may have set anything. */
const HANDED_OVER = '\u0000handed over';
/** The name of an algorithm is not longer. */
const MAX_NAME = 200;

/** Judges a call by the constants that it gets. */
export function judgeCall(
  run: Run,
  paths: readonly string[],
  name: string | undefined,
  args: readonly EvaluatedArgument[],
  at: Place,
): void {
  if (run.rules.settings.size === 0) return;
  for (const row of run.rules.find(run.rules.settings, paths, name) ?? []) {
    const called = row.call.split('.').at(-1)!;
    const says = weaknessOf(run, row, args);
    if (says !== undefined) run.weak({ weakness: row.weakness, file: run.file, at, says: says(called) });
  }
}

type Sentence = (called: string) => string;

/** What is weak about the call; undefined where nothing is known to be. */
function weaknessOf(run: Run, row: SettingRow, args: readonly EvaluatedArgument[]): Sentence | undefined {
  const { argument: positions = [0], unlessFalse, unlessGiven } = row;
  if (unlessFalse !== undefined && args.find(({ name }) => name === unlessFalse)?.value.constant === false)
    return undefined;
  if (unlessGiven !== undefined && given(args, unlessGiven) !== undefined) return undefined;
  if (row.always) return (called) => `${called} is called`;
  const argument = given(args, positions)?.value;
  // What is spread may hold any of them.
  if (argument === undefined)
    return row.orMissing && row.field === undefined && !args.some(({ isSpread }) => isSpread)
      ? (called) => `${called} is not told ${String(positions.at(-1))}`
      : undefined;
  if (row.field === undefined) return judged(row, argument);
  if (!isSettable(run, argument) || argument.objects.length === 0) return undefined;
  if (contentOf(run, argument, HANDED_OVER)?.constant === true) return undefined;
  const isSet = argument.objects.every((key) => run.state.object(key)?.fields.has(row.field!));
  if (isSet) return judged(row, contentOf(run, argument, row.field) ?? UNKNOWN);
  return row.orMissing ? (called) => `${row.field} is never set before ${called}` : undefined;
}

function given(args: readonly EvaluatedArgument[], positions: readonly (number | string)[]) {
  const positional = args.filter(({ name, isSpread }) => name === undefined && !isSpread);
  return positions
    .map((each) => (typeof each === 'number' ? positional[each] : args.find(({ name }) => name === each)))
    .find((found) => found !== undefined);
}

function judged({ matches, is, flags }: SettingRow, { constant, text, paths }: Value): Sentence | undefined {
  if (matches !== undefined && text !== undefined && isWhole(text) && new RegExp(matches, 'i').test(text))
    return (called) => `${text} is given to ${called}`;
  if (is !== undefined && constant !== undefined && is.includes(constant))
    return (called) => `${String(constant)} is given to ${called}`;
  const flag = flags?.find((path) => paths.includes(path));
  return flag === undefined ? undefined : (called) => `${flag.split('.').at(-1)!} is given to ${called}`;
}

const isWhole = (text: string): boolean => !text.includes(HOLE) && !text.includes(OWN_PART);

/** Whether it is a thing that keeps what its setters are told. */
export const isSettable = (run: Run, { paths }: Value): boolean => paths.some((path) => run.rules.setters.has(path));

/** What a call gives that rows have setters of becomes a thing that keeps what they are told. */
export function withSettings(run: Run, value: Value, called: readonly string[], at: Place): Value {
  if (!called.some((path) => run.rules.setters.has(path)) || value.objects.length > 0) return value;
  const made = run.newObject(at, { kind: 'map', fields: new Map(), rest: UNKNOWN });
  return { ...value, objects: made.objects };
}

/** `cookie.setSecure(true)`; undefined where it is no setter that rows know. */
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
    putContent(run, receiver, fields[name], args[0]?.value ?? UNKNOWN);
    return UNKNOWN;
  }
  return undefined;
}

/** A call of nobody knows what may set anything. */
export function handOver(run: Run, value: Value): void {
  if (isSettable(run, value)) putContent(run, value, HANDED_OVER, constantOf(true));
}

/** The weak constants among what a call gets: calls that differ in them are no more the same. */
export function weakKey(run: Run, self: Value | undefined, args: readonly EvaluatedArgument[]): string {
  const fields = (self?.objects ?? []).flatMap((key) => [...(run.state.object(key)?.fields.values() ?? [])]);
  return [...args.map(({ value }) => value), ...fields]
    .map(({ text }) => (text !== undefined && text.length < MAX_NAME && run.rules.isWeakText(text) ? text : ''))
    .join('|')
    .replace(/^\|+$/, '');
}

/** What is carried by the whole of a value. */
export const carriedBy = (run: Run, value: Value): Value => withTaints(UNKNOWN, allTaints(run, value));
