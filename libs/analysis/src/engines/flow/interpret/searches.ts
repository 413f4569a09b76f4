import type { Expression } from '../ir';
import { nameOfCalled } from './called-names';
import type { Run } from './run';

type Call = Extract<Expression, { kind: 'call' }>;

/**
 * The part that a call searches for, and the text or list in which it does: `text.indexOf(part)`, `strpos($text,
 * $part)`.
 */
export function searched(call: Expression): { readonly member: Expression; readonly object: Expression } | undefined {
  if (call.kind !== 'call') return undefined;
  const { callee } = call;
  const [first, second] = call.args.map(({ value }) => value);
  if (callee.kind !== 'field')
    return first && second && SEARCHES.test(nameOfCalled(callee)) ? { member: second, object: first } : undefined;
  return first && SEARCHES.test(callee.name) ? { member: first, object: callee.object } : undefined;
}

const SEARCHES = /^(?:indexOf|lastIndexOf|(?:mb_)?str(?:r?i?)pos)$/;

/** The text in which a call searches for separators of folders: `name.IndexOfAny(Path.GetInvalidPathChars())`. */
export function searchedForSeparators(call: Expression): Expression | undefined {
  if (call.kind !== 'call' || call.callee.kind !== 'field' || call.callee.name !== 'IndexOfAny') return undefined;
  return call.args.some(({ value }) => holdsSeparator(value)) ? call.callee.object : undefined;
}

function holdsSeparator(value: Expression): boolean {
  if (value.kind === 'literal') return typeof value.value === 'string' && /[/\\]/.test(value.value);
  if (value.kind === 'list') return value.items.some((item) => holdsSeparator(item.value));
  const named = value.kind === 'call' ? value.callee : value;
  return /separator|invalid\w*(?:char|name|path)/i.test(nameOfCalled(named));
}

/** `text.slice(0, n)`, `substr($text, 0, $n)` */
export function cutFrom(call: Expression): { readonly member?: undefined; readonly object: Expression } | undefined {
  if (call.kind !== 'call' || !CUTS.test(nameOfCalled(call.callee))) return undefined;
  const args = call.args.map(({ value }) => value);
  const [object, start] = call.callee.kind === 'field' ? [call.callee.object, args[0]] : args;
  return object && start?.kind === 'literal' && start.value === 0 ? { object } : undefined;
}

const CUTS = /^(?:slice|substring|substr|mb_substr)$/;

interface Tested {
  readonly text: Expression;
  readonly pattern: string | undefined;
  /** The pattern must match the whole text. */
  readonly isWhole: boolean;
}

const TESTS: ReadonlySet<string> = new Set(['test', 'MatchString', 'preg_match', 'match', 'fullmatch', 'search']);

/** The text that a pattern is tested against: `/^\w+$/.test(text)`, `re.fullmatch("[a-z]+", text)`. */
export function testedByPattern(run: Run, callee: Expression, name: string, args: Call['args']): Tested | undefined {
  const ofMatcher =
    callee.kind === 'field' && args.length === 0 ? testedByMatcher(run, callee.object, name) : undefined;
  if (ofMatcher) return ofMatcher;
  if ((callee.kind !== 'field' && callee.kind !== 'import') || !TESTS.has(name)) return undefined;
  const [first, second] = args.map(({ value }) => value);
  if (!first) return undefined;
  const isMethod = callee.kind === 'field';
  if (isMethod && (name === 'test' || name === 'MatchString'))
    return { text: first, pattern: run.evaluate(callee.object).text, isWhole: false };
  if (isMethod && !second && run.evaluate(callee.object).paths.includes('re.compile()'))
    return testedByPython(name, first, run.evaluate(callee.object).text);
  if (name === 'preg_match' && second)
    return { text: second, pattern: withoutDelimiters(run.evaluate(first).text), isWhole: false };
  if (isMethod && name === 'match' && !run.language.hasMessages && !second)
    return { text: callee.object, pattern: run.evaluate(first).text, isWhole: false };
  return second && testedByPython(name, second, run.evaluate(first).text);
}

/** `PATTERN.matcher(text).matches()` of Java; the matcher may have a name. */
function testedByMatcher(run: Run, matcher: Expression, name: string): Tested | undefined {
  if (name !== 'matches' && name !== 'find' && name !== 'lookingAt') return undefined;
  const made = run.written.of(matcher);
  const text = made.kind === 'call' ? made.args[0]?.value : undefined;
  if (made.kind !== 'call' || text === undefined || made.callee.kind !== 'field' || made.callee.name !== 'matcher')
    return undefined;
  const pattern = run.evaluate(made.callee.object).text;
  const begins = name === 'lookingAt' && pattern !== undefined ? `^${pattern}` : pattern;
  return { text, pattern: begins, isWhole: name === 'matches' };
}

/** Python's match begins at the beginning of the text. */
function testedByPython(name: string, text: Expression, pattern: string | undefined): Tested | undefined {
  if (name !== 'match' && name !== 'fullmatch' && name !== 'search') return undefined;
  const isAnchored = pattern === undefined || name !== 'match' || pattern.startsWith('^');
  return { text, pattern: isAnchored ? pattern : `^${pattern}`, isWhole: name === 'fullmatch' };
}

/** `/^[a-z]+$/iD` becomes `^[a-z]+$`, and so does `{^[a-z]+$}iD`. */
export function withoutDelimiters(pattern: string | undefined): string | undefined {
  const [, opening, inner, closing] = /^([^\w\s\\])(.*)([^\w\s\\])[a-zA-Z]*$/s.exec(pattern ?? '') ?? [];
  return opening !== undefined && (CLOSING[opening] ?? opening) === closing ? inner : undefined;
}
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
