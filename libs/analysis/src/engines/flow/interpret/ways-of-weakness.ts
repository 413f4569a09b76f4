import type { SettingRow, SettingWeakness } from '../../../catalogue/flow/rows';
import { type Expression, type Place, lineOf } from '../ir';
import { whereWritten } from './constants';
import { allTaints, contentOf } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run, WayOfWeakness, Weakness } from './run';
import { given } from './setting-conditions';
import { type Step, type Taint, type Value, type WrittenPlace, firstStep, ofTaints, stepped } from './values';

/** Weaknesses of what is done to the data: a reader asks first whose data they are. */
const OF_DATA: ReadonlySet<SettingWeakness> = new Set([
  'external-entities',
  'mass-assignment',
  'token-unverified',
  'weak-cipher',
  'weak-hash',
]);

type Call = Extract<Expression, { kind: 'call' }>;

/** The parts of a weak call that lead to its way. */
export interface WeakCall {
  readonly receiver?: Value | undefined;
  readonly args: readonly EvaluatedArgument[];
  readonly called: string;
  /** The place of the finding. */
  readonly at: Place;
  readonly says: string;
}

/**
 * The way of what makes a call weak: of the data that come in and are hashed, of the constant that stands elsewhere, or
 * of the object that was made elsewhere and never told.
 * @returns undefined if all of it stands at the place of the finding
 */
export function wayToCall(run: Run, row: SettingRow, call: WeakCall): WayOfWeakness | undefined {
  const ofData = wayOfData(run, row, call);
  if (ofData !== undefined) return ofData;
  const { receiver, args, called, at } = call;
  const value = judgedValue(run, row, receiver, args);
  const written = value && whereWritten(run, value);
  return written
    ? wayFrom(run, written, at, { begin: CONSTANT, end: `given to ${called}` })
    : wayOfObject(run, row, call);
}

/** The same for a field that is set. */
export const wayToField = (run: Run, value: Value, name: string, at: Place): WayOfWeakness | undefined =>
  wayFrom(run, whereWritten(run, value), at, { begin: CONSTANT, end: `stored in ${name}` });

const CONSTANT = 'the constant stands here';

/** Remembers a call whose data a later call brings: `createHash('md5').update(password)`. */
export function awaitData(run: Run, found: Weakness, call: Call): void {
  if (found.way !== undefined || !OF_DATA.has(found.weakness as SettingWeakness)) return;
  run.weakCalls.set(call, found);
  // A setting of an object holds for its later calls: a parser gets its features before its text.
  if (call.callee.kind === 'field') run.weakCalls.set(madeBy(run, call.callee.object), found);
}

/** The expression that a variable was set to, without its declared type. */
function madeBy(run: Run, expression: Expression): Expression {
  const written = run.written.of(expression);
  return written.kind === 'typed' ? written.value : written;
}

/** Tells the way of the data that a call brings to the result of a weak call, or that it gives beside that result. */
export function tellData(
  run: Run,
  { callee, args: written, at }: Call,
  called: string,
  args: readonly EvaluatedArgument[],
): void {
  const on = callee.kind === 'field' ? [callee.object] : [];
  for (const place of [...on, ...written.map(({ value }) => value)]) {
    const found = run.weakCalls.get(madeBy(run, place));
    const taint = found && inputOf(run, args);
    if (taint === undefined) continue;
    const last = stepped(ofTaints([taint]), run.file, at, `given to ${called}`).taints[0]!.step;
    run.weak({ ...found!, way: { last, begin: beginOf(taint), end: found!.says } });
  }
}

/** The first input that an argument carries. */
function inputOf(run: Run, args: readonly EvaluatedArgument[]): Taint | undefined {
  for (const { value } of args) {
    const [taint] = allTaints(run, value);
    if (taint) return taint;
  }
  return undefined;
}

const beginOf = ({ step }: Taint): string => `the ${firstStep(step).note} comes in`;

function wayOfInput(run: Run, args: readonly EvaluatedArgument[], end: string): WayOfWeakness | undefined {
  const taint = inputOf(run, args);
  return taint && { last: taint.step, begin: beginOf(taint), end };
}

function wayOfData(
  run: Run,
  { weakness }: SettingRow,
  { receiver, args, called }: WeakCall,
): WayOfWeakness | undefined {
  if (!OF_DATA.has(weakness)) return undefined;
  return (
    wayOfInput(run, args, `given to ${called}`) ??
    (receiver && wayOfInput(run, [{ value: receiver }], `${called} is called on it`))
  );
}

/** The value that the row judges. */
function judgedValue(
  run: Run,
  { argument = [0], field, always, where }: SettingRow,
  receiver: Value | undefined,
  args: readonly EvaluatedArgument[],
): Value | undefined {
  if (where?.[0] !== undefined) return receiver && contentOf(run, receiver, where[0].field);
  const value = always ? undefined : given(args, argument)?.value;
  return field === undefined || value === undefined
    ? value
    : field.split('.').reduce<Value | undefined>((one, name) => one && contentOf(run, one, name), value);
}

function wayOfObject(run: Run, row: SettingRow, { receiver, args, at, says }: WeakCall): WayOfWeakness | undefined {
  const isOfField = row.field !== undefined && !row.always;
  const argument = isOfField ? given(args, row.argument ?? [0]) : undefined;
  if (argument?.written !== undefined) return undefined;
  const value = row.where ? receiver : argument?.value;
  const [key, ...others] = value?.objects ?? [];
  if (key === undefined || others.length > 0) return undefined;
  return wayFrom(run, run.makerOf(key), at, { begin: 'the object with the settings is made here', end: says });
}

/** The way from another line to the running call. */
function wayFrom(
  run: Run,
  written: WrittenPlace | undefined,
  at: Place,
  texts: Pick<WayOfWeakness, 'begin' | 'end'>,
): WayOfWeakness | undefined {
  if (written === undefined || (written.form.file === run.file && lineOf(written.at) === lineOf(at))) return undefined;
  const first: Step = { file: written.form.file, at: written.at, note: '', length: 1 };
  const isIt = (value: Value) => {
    const place = whereWritten(run, value);
    return place?.form === written.form && place.at === written.at;
  };
  const last = run
    .callsFrom(written, isIt)
    .reduce<Step>((before, step) => ({ ...step, before, length: before.length + 1 }), first);
  return { last, ...texts };
}
