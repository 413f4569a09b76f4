import type { SettingCondition } from '../../../catalogue/flow/rows';
import { isFixed } from './constants';
import { contentOf } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import { type Closure, HOLE, OWN_PART, UNKNOWN, type Value, constantOf } from './values';

/** A sentence about the weakness of a call, by the name of the called function. */
export type Sentence = (called: string) => string;

/** The weakness of an argument; undefined if none is known. */
export function conditionOf(run: Run, row: SettingCondition, args: readonly EvaluatedArgument[]): Sentence | undefined {
  const { argument: positions = [0], field, orMissing } = row;
  const argument = given(args, positions)?.value;
  // A spread argument may hold any of them.
  if (argument === undefined)
    return orMissing && !args.some(({ isSpread }) => isSpread)
      ? (called) => `${called} is not told ${field ?? String(positions.at(-1))}`
      : undefined;
  if (field === undefined) return judged(run, row, argument);
  return judgedField(run, row, argument, field.split('.'));
}

/** Judges a field of an argument, which a setter or a literal of settings has set. */
function judgedField(run: Run, row: SettingCondition, argument: Value, names: readonly string[]): Sentence | undefined {
  const [name, ...inner] = names;
  const objects = argument.objects.map((key) => run.state.object(key));
  if (objects.length === 0 || argument.isOther) return undefined;
  if (objects.some((object) => object === undefined || object.isChanged)) return undefined;
  const isSet = objects.every((object) => object!.fields.has(name!) || object!.kin?.methods.has(name!));
  if (!isSet)
    return row.orMissing && isNeverTold(run, argument, name!)
      ? (called) => `${row.field} is never set before ${called}`
      : undefined;
  const content = contentOf(run, argument, name!) ?? UNKNOWN;
  return inner.length === 0 ? judged(run, row, content) : judgedField(run, row, content, inner);
}

/** Whether the field is certainly not set. */
export const isNeverTold = (run: Run, { objects }: Value, name: string): boolean =>
  objects.every((key) => {
    const object = run.state.object(key);
    return object !== undefined && !object.isChanged && object.rest === UNKNOWN && !object.fields.has(name);
  });

/** The first of the arguments that is given. */
export function given(
  args: readonly EvaluatedArgument[],
  positions: readonly (number | string)[],
): EvaluatedArgument | undefined {
  const positional = args.filter(({ name, isSpread }) => name === undefined && !isSpread);
  return positions
    .map((each) => (typeof each === 'number' ? positional[each] : args.find(({ name }) => name === each)))
    .find((found) => found !== undefined);
}

/** Judges a value. */
export function judged(run: Run, row: SettingCondition, value: Value): Sentence | undefined {
  if (row.elements) return firstJudged(run, row, elementsIn(run, value));
  if (row.answer) return firstJudged(run, row, answersOf(run, value, row.fixed === true));
  return judgedOne(run, row, value);
}

function firstJudged(run: Run, row: SettingCondition, values: readonly Value[]): Sentence | undefined {
  for (const value of values) {
    const says = judgedOne(run, row, value);
    if (says !== undefined) return says;
  }
  return undefined;
}

function judgedOne(run: Run, row: SettingCondition, value: Value): Sentence | undefined {
  const { matches, begins, is, flags, below, bits, fixed, unless } = row;
  const { constant, text, paths } = value;
  if (matches !== undefined && text !== undefined && isWhole(text) && new RegExp(matches, 'i').test(text))
    return (called) => `${text} is given to ${called}`;
  if (begins !== undefined && text !== undefined && new RegExp(begins, 'i').test(wholeBeginning(text)))
    return (called) => `${wholeBeginning(text)} is given to ${called}`;
  if (is !== undefined && constant !== undefined && is.includes(constant))
    return (called) => `${String(constant)} is given to ${called}`;
  if (below !== undefined && typeof constant === 'number' && constant < below)
    return (called) => `${constant} is given to ${called}, and ${below} is the least`;
  if (bits !== undefined && typeof constant === 'number' && (constant & bits) !== 0)
    return (called) => `0${constant.toString(8)} is given to ${called}`;
  // A constant may be a secret, so it is not repeated.
  const isBytes = !row.noNumber || typeof constant !== 'number';
  const isHarmless = unless !== undefined && text !== undefined && new RegExp(unless, 'i').test(text);
  if (fixed && isBytes && !isHarmless && !isNothing(constant) && isFixed(run, value))
    return (called) => `What is given to ${called} stands in the code, the same for everybody`;
  // If the value has another path beside the flag, it may be that one.
  const flag = flags !== undefined && paths.every((path) => flags.includes(path)) ? paths[0] : undefined;
  return flag === undefined ? undefined : (called) => `${flag.split('.').at(-1)!} is given to ${called}`;
}

/** Whether a constant stands for a value that is not needed, or set later: nothing, or a word that says so. */
const isNothing = (constant: Value['constant']): boolean =>
  constant === null ||
  (typeof constant === 'string' &&
    /^(?:(?:empty|none|null|unused|not[ _-]?(?:used|needed)|dummy|ignored)\W?)?$/i.test(constant));

const isWhole = (text: string): boolean => !text.includes(HOLE) && !text.includes(OWN_PART);

/** The part of a text before its first unknown part. */
const wholeBeginning = (text: string): string => text.split(HOLE)[0]!.split(OWN_PART)[0]!;

/** The elements of a list. A value that is not a list counts as the only element. */
function elementsIn(run: Run, value: Value): readonly Value[] {
  if (value.objects.length === 0) return [value];
  const [only, ...others] = value.objects.map((key) => run.state.object(key));
  if (only?.kind !== 'list' || only.isChanged || others.length > 0 || value.isOther) return [];
  return [...only.fields.values()];
}

/**
 * The values that functions return.
 * @param isLast whether other statements may run before the return: only then is it known that each call ends so
 */
const answersOf = (run: Run, { functions, isOther }: Value, isLast: boolean): readonly Value[] =>
  isOther ? [] : functions.flatMap((closure) => answerOf(run, closure, isLast) ?? []);

function answerOf(run: Run, { form }: Closure, isLast: boolean): Value | undefined {
  if (form.body.length === 0) return constantOf(null);
  const last = form.body.at(-1)!;
  // Names from another file would be looked up in this one.
  if (last.kind !== 'return' || form.file !== run.file) return undefined;
  if (!isLast && form.body.length > 1) return undefined;
  if (last.value === undefined) return constantOf(null);
  // Go returns an error beside the value.
  const written = last.value.kind === 'list' ? last.value.items[0]?.value : last.value;
  if (written?.kind === 'literal') return constantOf(written.value);
  return isLast && written !== undefined ? run.evaluate(written) : undefined;
}
