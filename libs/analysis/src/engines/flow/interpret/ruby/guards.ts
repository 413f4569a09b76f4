import type { Argument, Expression } from '../../ir';
import { ALL_WEAKNESSES, bitOf } from '../../rules';
import { ADDRESSES } from './names';
import type { Run } from '../run';
import { OWN_PART } from '../values';

/** A place for which a condition rules out the weaknesses of the mask. */
export interface Protected {
  readonly place: Expression;
  readonly mask: number;
}

const MEMBERS = /^(?:include|member|key|has_key|cover|value)\?$/;
const EMPTY = /^(?:nil|blank|empty|zero|none)\?$/;
const TYPES = /^(?:is_a|kind_of|instance_of)\?$/;
const NUMBERS: ReadonlySet<string> = new Set([
  'Integer',
  'Float',
  'Numeric',
  'BigDecimal',
  'TrueClass',
  'Date',
  'Time',
]);

/**
 * Whether a pattern must match the whole text and lets only listed characters through: `^` and `$` match at lines in
 * Ruby.
 */
function isStrict(pattern: string | undefined): boolean {
  if (pattern === undefined || !pattern.startsWith('\\A') || !/\\[zZ]$/.test(pattern)) return false;
  const withoutSets = pattern.replace(/\\./g, '').replace(/\[(?!\^)[^\]]*\]/g, '');
  return !/[.]|\[\^/.test(withoutSets) && !/\\[SWD]/.test(pattern);
}

/** A pattern that fixes the beginning of a path, or of an address up to its host. */
const BEGINNING = new RegExp(`^\\\\A(?:/(?!/)[^.*[(\\\\]|https?://[^/]+/|${OWN_PART})`);
const isFromOutside = (run: Run, expression: Expression): boolean => run.evaluate(expression).taints.length > 0;

/** The values that are safe if a call with a question mark is true. */
export function toldByRuby(run: Run, object: Expression, name: string, args: readonly Argument[]): Protected[] {
  const first = args.find((argument) => argument.name === undefined)?.value;
  if (EMPTY.test(name)) return [{ place: object, mask: ALL_WEAKNESSES }];
  if (first === undefined) return [];
  const all = (place: Expression): Protected[] => [{ place, mask: ALL_WEAKNESSES }];
  if (MEMBERS.test(name)) return isFromOutside(run, object) ? [] : all(first);
  if (name === 'in?') return isFromOutside(run, first) ? [] : all(object);
  if (name === 'match?' || name === 'match') {
    if (isStrict(run.evaluate(first).text)) return all(object);
    if (isStrict(run.evaluate(object).text)) return all(first);
    return BEGINNING.test(run.evaluate(first).text ?? '') ? [{ place: object, mask: ADDRESSES }] : [];
  }
  if (TYPES.test(name)) {
    const { paths } = run.evaluate(first);
    if (paths.some((path) => NUMBERS.has(path))) return all(object);
    return paths.includes('String') || paths.includes('Symbol')
      ? [{ place: object, mask: bitOf('nosql-injection') }]
      : [];
  }
  if (name === 'eql?' || name === 'equal?') return isFromOutside(run, first) ? [] : all(object);
  return [];
}

/** The values that are safe if such a call is false. */
export function deniedByRuby(run: Run, object: Expression, name: string, args: readonly Argument[]): Protected[] {
  const [first] = args;
  if (name === 'present?' || name === 'any?') return [{ place: object, mask: ALL_WEAKNESSES }];
  if (name === 'exclude?' && first && !isFromOutside(run, object))
    return [{ place: first.value, mask: ALL_WEAKNESSES }];
  return name === 'include?' && first && run.evaluate(first.value).constant === '..'
    ? [{ place: object, mask: bitOf('path-traversal') }]
    : [];
}
