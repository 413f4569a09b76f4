import type { Step } from './interpret/values';
import { lineOf, placeOf } from './ir';
import { indentOf } from '../kit/indent';
import { cutLines } from '../kit/lines-of-file';
import { HEAD } from './evidence-on-the-way';
import { isLookedAt } from './looked-at';

type LinesOf = (file: string) => readonly string[];

/** A helper does little more than to read: this many steps, in this many lines. */
const MAX_STEPS = 4;
const MAX_LINES = 60;
const STORED = /^stored in [$@]?\w+$/;
const RETURNED = /^returned by (.+)$/;
/** Words in the names of helpers that do not give just anything. */
const CHOOSES = new RegExp(
  '(?:^|_)(?:valid|check|verif|filter|clean|sanit|escap|encod|quot|safe|secur|allow|permit|assert|ensure|' +
    '(?:int|integer|num|number|numeric|float|bool|boolean|flag|date|time|uuid|ids?|enum|key|sort|order)(?:_|$))',
  'i',
);

/**
 * The steps of a way, which begins where a helper of the target has read the input: `gpc_get_string('name')` of the
 * target reads a parameter just as `$_POST['name']` does, and a reader need not follow the helper to know that.
 */
export function withoutReadHelpers(steps: readonly Step[], weakness: string, linesOf: LinesOf): readonly Step[] {
  let first = 0;
  for (let next = endOfHelper(steps, first); next !== undefined; next = endOfHelper(steps, first)) {
    if (looksAtIt(steps.slice(first, next), weakness, linesOf)) break;
    first = next;
  }
  return first === 0 ? steps : [{ ...steps[first]!, note: steps[0]!.note }, ...steps.slice(first + 1)];
}

/** Whether the lines of a helper look at what it has read before it returns it. */
function looksAtIt(steps: readonly Step[], weakness: string, linesOf: LinesOf): boolean {
  const lines = cutLines(linesOf(steps[0]!.file));
  const first = lineOf(steps[0]!.at);
  const next = lines.slice(first, first + MAX_LINES).findIndex((line) => HEAD.test(line));
  const end = placeOf(first + (next < 0 ? MAX_LINES : next), 1);
  return isLookedAt({ at: end, weakness }, steps, lines);
}

/** The step by which a function that has read the input returns it, if it does little else with it. */
function endOfHelper(steps: readonly Step[], first: number): number | undefined {
  const begin = steps[first]!;
  for (let index = first + 1; index < steps.length && index <= first + MAX_STEPS; index += 1) {
    const step = steps[index]!;
    const name = RETURNED.exec(step.note)?.[1];
    if (name !== undefined) return CHOOSES.test(inWords(name)) ? undefined : index;
    const isNear = step.file === begin.file && Math.abs(lineOf(step.at) - lineOf(begin.at)) <= MAX_LINES;
    if (!isNear || !STORED.test(step.note)) return undefined;
  }
  return undefined;
}

/** `getSafeName` is `get_Safe_Name`. */
const inWords = (name: string): string => name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_');

/** `return $known[$name]`, `return this.known[name]` */
const RETURNS_PART = /\breturn\s+\(?(?:self::|static::|this\.|\$this->)?([$@]?\w+)\[/;
const OF_REQUEST = /^\$_(?:GET|POST|REQUEST|COOKIE|SERVER|FILES)$/;

/**
 * Whether a helper reads the input only where another collection has nothing under the name, in which the program may
 * have put what it has checked: `if (isset($checked[$name])) return $checked[$name]; return $_GET[$name];`
 */
export function isReadBesideKept(steps: readonly Step[], linesOf: LinesOf): boolean {
  if (endOfHelper(steps, 0) === undefined) return false;
  const { file, at } = steps[0]!;
  const row = lineOf(at);
  const before = cutLines(linesOf(file)).slice(Math.max(0, row - MAX_LINES), row);
  const head = before.findLastIndex((line) => HEAD.test(line));
  if (head < 0 || indentOf(before[head]!) >= indentOf(before.at(-1)!)) return false;
  return before.slice(head + 1).some((line) => {
    const name = RETURNS_PART.exec(line)?.[1];
    return name !== undefined && !OF_REQUEST.test(name);
  });
}
