import { isExponential } from '../../kit/slow-patterns';
import type { Place } from '../ir';
import { bitOf } from '../rules';
import { allTaints } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import { type Value, ofTaints, stepped } from './values';

/** A repeated group: without one, the time of an expression grows at most with a power of the length. */
const REPEATED_GROUP = /\)(?:[*+]|\{\d*,)/;
/** The texts of values end here: an expression may be longer. */
const MOST_CHARACTERS = 1_999;
/** The caller of a package, or the author of a setting, makes only his own program slow. */
const OF_REQUEST = ' of the request';

/** Reports input that is tested by a regular expression for which a short text takes exponential time. */
export function judgePattern(
  run: Run,
  paths: readonly string[],
  name: string | undefined,
  receiver: Value | undefined,
  args: readonly EvaluatedArgument[],
  at: Place,
): void {
  const row = run.rules.find(run.rules.patternTests, paths, name);
  if (row === undefined || run.proof !== undefined) return;
  const of = (place: 'receiver' | number) => (place === 'receiver' ? receiver : args[place]?.value);
  const [pattern, text] = [of(row.pattern), of(row.text)];
  if (pattern?.text === undefined) return;
  // In some languages a text is tested for as it is.
  if (row.isText !== true && (pattern.written === undefined || pattern.constant !== undefined)) return;
  if (text === undefined || !REPEATED_GROUP.test(pattern.text) || pattern.text.length > MOST_CHARACTERS) return;
  const bit = bitOf('slow-pattern');
  const taint = allTaints(run, text).find(({ safe, label }) => (safe & bit) === 0 && label.endsWith(OF_REQUEST));
  if (taint === undefined || !isExponential(row.isText ? expressionIn(pattern.text) : pattern.text)) return;
  run.found({
    weakness: 'slow-pattern',
    file: pattern.written?.form.file ?? run.file,
    at: pattern.written?.at ?? at,
    taint: stepped(ofTaints([taint]), run.file, at, `given to ${name!}`).taints[0]!,
    reaches: 'tested by this expression',
  });
}

/** `/a+/i` is an expression between delimiters; Python writes the names of groups with a P. */
const expressionIn = (text: string): string =>
  text.replace(/^([/#~@!%])([^]*)\1[a-zA-Z]*$/, '$2').replaceAll('(?P<', '(?<');
