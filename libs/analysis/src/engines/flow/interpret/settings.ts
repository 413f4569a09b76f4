import type { SettingRow } from '../../../catalogue/flow/rows';
import type { Place } from '../ir';
import { isFixed } from './constants';
import { allTaints, contentOf, putContent } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import { HOLE, OWN_PART, UNKNOWN, type Value, withTaints } from './values';

/** The name of an algorithm is not longer. */
const MAX_NAME = 200;
/** The setter of what a thing is made with. */
const MAKING = '()';

/** Judges a call by the constants that it gets. */
export function judgeCall(
  run: Run,
  paths: readonly string[],
  name: string | undefined,
  receiver: Value | undefined,
  args: readonly EvaluatedArgument[],
  at: Place,
): void {
  if (run.rules.settings.size === 0) return;
  const rows = run.rules.find(run.rules.settings, paths, name);
  if (rows === undefined) return;
  run.judgesHere();
  for (const row of rows) {
    const called = row.call.split('.').at(-1)!.replace('()', '');
    const says = isOfKind(run, row, receiver) ? weaknessOf(run, row, args) : undefined;
    if (says !== undefined) tell(run, row, at, says(called));
  }
}

/** Judges `object.name = value` by the constant that is set. */
export function judgeAssignment(run: Run, object: Value, name: string, value: Value, at: Place): void {
  if (run.rules.assignedSettings.size === 0) return;
  const paths = object.paths.map((path) => run.rules.known(`${path}.${name}`));
  for (const row of run.rules.find(run.rules.assignedSettings, paths, name) ?? []) {
    const says = judged(run, row, value);
    if (says !== undefined) tell(run, row, at, says(name));
  }
}

const tell = (run: Run, { weakness, severity }: SettingRow, at: Place, says: string): void =>
  run.weak({ weakness, file: run.file, at, says, ...(severity === undefined ? {} : { severity }) });

type Sentence = (called: string) => string;

/** Whether what the method is called on was told the kind that the row is about. */
function isOfKind(run: Run, { where }: SettingRow, receiver: Value | undefined): boolean {
  if (where === undefined) return true;
  const kind = receiver === undefined ? undefined : contentOf(run, receiver, where.field)?.text;
  return kind !== undefined && isWhole(kind) && new RegExp(where.matches, 'i').test(kind);
}

/** What is weak about the call; undefined where nothing is known to be. */
function weaknessOf(run: Run, row: SettingRow, args: readonly EvaluatedArgument[]): Sentence | undefined {
  const { argument: positions = [0], unlessFalse, unlessGiven, onlyWithFlag } = row;
  if (unlessFalse !== undefined && args.find(({ name }) => name === unlessFalse)?.value.constant === false)
    return undefined;
  if (unlessGiven !== undefined && given(args, unlessGiven) !== undefined) return undefined;
  if (onlyWithFlag !== undefined && !args.some(({ value }) => value.paths.includes(onlyWithFlag))) return undefined;
  if (row.always) return (called) => `${called} is called`;
  const argument = given(args, positions)?.value;
  // What is spread may hold any of them.
  if (argument === undefined)
    return row.orMissing && !args.some(({ isSpread }) => isSpread)
      ? (called) => `${called} is not told ${row.field ?? String(positions.at(-1))}`
      : undefined;
  if (row.field === undefined) return judged(run, row, argument);
  return judgedField(run, row, argument, row.field.split('.'));
}

/** Judges what lies in an argument: what a setter put there, or a literal of settings. */
function judgedField(run: Run, row: SettingRow, argument: Value, names: readonly string[]): Sentence | undefined {
  const [name, ...inner] = names;
  const objects = argument.objects.map((key) => run.state.object(key));
  if (objects.length === 0 || objects.some((object) => object === undefined || object.isChanged)) return undefined;
  const isSet = objects.every((object) => object!.fields.has(name!));
  if (!isSet) {
    const isMissing = objects.every(({ fields, rest } = objects[0]!) => rest === UNKNOWN && !fields.has(name!));
    return row.orMissing && isMissing ? (called) => `${row.field} is never set before ${called}` : undefined;
  }
  const content = contentOf(run, argument, name!) ?? UNKNOWN;
  return inner.length === 0 ? judged(run, row, content) : judgedField(run, row, content, inner);
}

function given(args: readonly EvaluatedArgument[], positions: readonly (number | string)[]) {
  const positional = args.filter(({ name, isSpread }) => name === undefined && !isSpread);
  return positions
    .map((each) => (typeof each === 'number' ? positional[each] : args.find(({ name }) => name === each)))
    .find((found) => found !== undefined);
}

function judged(run: Run, row: SettingRow, value: Value): Sentence | undefined {
  const { matches, is, flags, below, fixed } = row;
  const { constant, text, paths } = value;
  if (matches !== undefined && text !== undefined && isWhole(text) && new RegExp(matches, 'i').test(text))
    return (called) => `${text} is given to ${called}`;
  if (is !== undefined && constant !== undefined && is.includes(constant))
    return (called) => `${String(constant)} is given to ${called}`;
  if (below !== undefined && typeof constant === 'number' && constant < below)
    return (called) => `${constant} is given to ${called}, and ${below} is the least`;
  // A constant may be a secret: it is not repeated. An empty one is no secret.
  if (fixed && constant !== '' && isFixed(run, value))
    return (called) => `What is given to ${called} stands in the code, the same for everybody`;
  const flag = flags?.find((path) => paths.includes(path));
  return flag === undefined ? undefined : (called) => `${flag.split('.').at(-1)!} is given to ${called}`;
}

const isWhole = (text: string): boolean => !text.includes(HOLE) && !text.includes(OWN_PART);

/** Whether it is a thing that keeps what its setters are told. */
export const isSettable = (run: Run, { paths }: Value): boolean => paths.some((path) => run.rules.setters.has(path));

/** What a call gives that rows have setters of becomes a thing that keeps what they are told. */
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
  const fields = new Map(making === undefined || args[0] === undefined ? [] : [[making, args[0].value]]);
  const made = run.newObject(at, { kind: 'map', fields, rest: UNKNOWN });
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

/** A call of nobody knows what may change anything in what it gets. */
export function handOver(run: Run, { objects }: Value): void {
  for (const key of objects) {
    const object = run.state.object(key);
    if (object !== undefined && !object.isChanged) run.state.setObject(key, { ...object, isChanged: true });
  }
}

/**
 * The constants that make a difference among what a call gets: calls that differ in them are no more the same. Those
 * are the weak ones, and in functions that judge calls all others, too.
 */
export function weakKey(run: Run, isJudging: boolean, self: Value | undefined, args: readonly EvaluatedArgument[]) {
  const fields = (self?.objects ?? []).flatMap((key) => [...(run.state.object(key)?.fields.values() ?? [])]);
  return [...args.map(({ value }) => value), ...fields]
    .map((value) => keyOf(run, value, isJudging))
    .join('|')
    .replace(/^\|+$/, '');
}

function keyOf(run: Run, value: Value, isJudging: boolean): string {
  const { text, constant } = value;
  if (text !== undefined && text.length < MAX_NAME && run.rules.isWeakText(text)) return text;
  if (!isJudging) return '';
  if (typeof constant === 'number' || typeof constant === 'boolean') return String(constant);
  return isFixed(run, value) ? 'constant' : '';
}

/** What is carried by the whole of a value. */
export const carriedBy = (run: Run, value: Value): Value => withTaints(UNKNOWN, allTaints(run, value));
