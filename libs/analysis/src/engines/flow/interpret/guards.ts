import { ALL_WEAKNESSES, bitOf } from '../rules';
import type { Expression } from '../ir';
import { nameInSource } from '../lower/scope';
import { accessKey, ownKey } from './access-key';
import { maskOfBeginning, protectWhole, refineBeginning, refineCommon, refineEnding } from './addresses';
import { deniedByRuby, toldByRuby } from './ruby/guards';
import { calledFunctions } from './methods';
import { protectContent, refineSizes } from './memory/bounds';
import { refineDotnet } from './csharp/guards';
import type { Run } from './run';

type Call = Extract<Expression, { kind: 'call' }>;

/** Functions whose names promise that they judge what they get. */
const JUDGES = [
  /(?:^|_)(?:is|has|are|validate|verify|check|assert)?_?(?:safe|valid|allow|permit|trusted|whitelist)/i,
  /^is_?(?:relative|local)_?(?:path|url)/i,
  /(?:^|_)(?:is|has|are)?_?(?:numeric|integer|uuid)/i,
  /^(?:isSafe|isValid|isAllowed|isTrusted|isNumeric|isInt|isUUID|isAlpha)/,
];
const isJudge = (name: string): boolean => JUDGES.some((judge) => judge.test(name));
const NUMBER_TYPES = new Set(['int', 'float', 'bool', 'number', 'boolean', 'Number', 'bigint']);
const PLAIN_CHARACTER = /^is(?:Letter|Digit|LetterOrDigit|Alphabetic|JavaIdentifierPart)$/;
const PLAIN_TEXT = new Set(['isdigit', 'isnumeric', 'isdecimal', 'isalnum', 'isalpha', 'isidentifier']);

/** What a condition tells about places, where it is true or where it is false. */
export function refine(run: Run, condition: Expression, isTrue: boolean): void {
  if (run.language.hasMemory) refineSizes(run, condition, isTrue);
  switch (condition.kind) {
    case 'operation':
      refineOperation(run, condition, isTrue);
      return;
    case 'call':
      if (isTrue) refineCall(run, condition);
      else refineAbsent(run, condition);
      refineByPredicate(run, condition, isTrue);
      return;
    case 'block':
      refine(run, condition.value, isTrue);
      return;
    case 'assign': {
      // `if (url = checked(input))`: what a judge gives back has been judged.
      const { value, target } = condition;
      refine(run, value, isTrue);
      if (isTrue && value.kind === 'call' && target.kind === 'variable' && isJudge(nameOf(value.callee)))
        protect(run, { kind: 'variable', id: target.id, at: condition.at }, ALL_WEAKNESSES);
      return;
    }
    case 'sequence': {
      const last = condition.parts.at(-1);
      if (last) refine(run, last, isTrue);
      return;
    }
    case 'variable':
      if (condition.of) refine(run, condition.of, isTrue);
      if (!isTrue) protect(run, condition, ALL_WEAKNESSES);
      return;
    case 'field':
    case 'index':
      // What is empty carries nothing.
      if (!isTrue) protect(run, condition, ALL_WEAKNESSES);
      return;
    default:
  }
}

function refineOperation(
  run: Run,
  { operator, operands }: Extract<Expression, { kind: 'operation' }>,
  isTrue: boolean,
): void {
  const [left, right] = operands;
  switch (operator) {
    case '!':
      refine(run, left!, !isTrue);
      return;
    case '&&':
    case '||':
      if (isTrue === (operator === '&&')) for (const operand of operands) refine(run, operand, isTrue);
      // Of `a && b` that is false, and of `a || b` that is true, nobody knows which one was decisive: what both say
      // holds.
      else run.branch(operands.map((operand) => () => refine(run, operand, isTrue)));
      return;
    case 'in':
      if (isTrue && !isFromOutside(run, right!)) protect(run, left!, ALL_WEAKNESSES);
      // `root in path.parents`
      else if (isTrue && !isFromOutside(run, left!)) protectWhole(run, right!, bitOf('path-traversal'), guarding(run));
      return;
    case 'not in':
      if (!isTrue && !isFromOutside(run, right!)) protect(run, left!, ALL_WEAKNESSES);
      return;
    case '==':
    case '!=':
      if (isTrue === (operator === '==')) refineEqual(run, left!, right!);
      else {
        refineFound(run, left!, right!, -1);
        refineUnequal(run, left!, right!);
      }
      return;
    case '>':
      if (isTrue) refineFound(run, left!, right!, -1);
      return;
    case '>=':
      if (isTrue) refineFound(run, left!, right!, 0);
  }
}

/** `list.indexOf(value) !== -1`, `list.indexOf(value) >= 0`: a member of the list. */
function refineFound(run: Run, left: Expression, right: Expression, bound: number): void {
  if (left.kind !== 'call' || left.callee.kind !== 'field' || left.callee.name !== 'indexOf') return;
  const [member] = left.args;
  if (member && run.evaluate(right).constant === bound && !isFromOutside(run, left.callee.object))
    protect(run, member.value, ALL_WEAKNESSES);
}

function refineEqual(run: Run, left: Expression, right: Expression): void {
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    // preg_match($pattern, $text) === 1
    if (one.kind === 'call' && other.kind === 'literal' && (other.value === 1 || other.value === true))
      refine(run, one, true);
    if (one.kind === 'call') refineCommon(run, one, guarding(run));
    // typeof value === "number"
    if (one.kind === 'operation' && one.operator === 'typeof' && other.kind === 'literal') {
      if (NUMBER_TYPES.has(String(other.value))) protect(run, one.operands[0]!, ALL_WEAKNESSES);
      else if (other.value === 'string') protect(run, one.operands[0]!, bitOf('nosql-injection'));
    } else if (!isFromOutside(run, other)) {
      protect(run, one, ALL_WEAKNESSES);
    }
    // basename(name) == name: there is no folder in the name.
    if (
      one.kind === 'call' &&
      accessKey(other) !== undefined &&
      one.args.some(({ value }) => isSamePlace(value, other))
    )
      protect(run, other, bitOf('path-traversal'));
  }
}

/** A name that is none of those by which objects find what they inherit. */
function refineUnequal(run: Run, left: Expression, right: Expression): void {
  if (isInherited(left)) protect(run, right, POLLUTION);
  if (isInherited(right)) protect(run, left, POLLUTION);
}

const POLLUTION = bitOf('prototype-pollution');
const isInherited = (expression: Expression): boolean =>
  expression.kind === 'literal' && (expression.value === '__proto__' || expression.value === 'prototype');

const isSamePlace = (one: Expression, other: Expression): boolean =>
  accessKey(one) !== undefined && accessKey(one) === accessKey(other);

const isFromOutside = (run: Run, expression: Expression): boolean => run.evaluate(expression).taints.length > 0;

function refineCall(run: Run, { callee, args }: Call): void {
  const name = nameOfCalled(callee);
  if (run.language.hasMessages && callee.kind === 'field')
    for (const { place, mask } of toldByRuby(run, callee.object, name, args)) protect(run, place, mask);
  const first = args[0]?.value;
  refineOwn(run, callee, args);
  if (callee.kind === 'field') {
    if (PLAIN_TEXT.has(name)) protect(run, callee.object, ALL_WEAKNESSES);
    // A member of a list or set, or a key of a map.
    if ((name === 'includes' || name === 'has' || name === 'contains') && first && !isFromOutside(run, callee.object))
      protect(run, first, ALL_WEAKNESSES);
    if ((name === 'equals' || name === 'equalsIgnoreCase') && first) refineEqual(run, callee.object, first);
    if (name === 'matches' && first && isStrict(run.evaluate(first).text, true))
      protect(run, callee.object, ALL_WEAKNESSES);
    if (first && PLAIN_CHARACTER.test(name) && run.evaluate(callee.object).paths.includes('Character'))
      protect(run, first, ALL_WEAKNESSES);
    // Kotlin asks the pattern, too.
    if ((name === 'matches' || name === 'matchEntire') && first && isStrict(run.evaluate(callee.object).text, true))
      protect(run, first, ALL_WEAKNESSES);
    if (name === 'containsKey' && first && !isFromOutside(run, callee.object)) protect(run, first, ALL_WEAKNESSES);
    if (STARTS.test(name)) {
      refinePrefix(run, callee.object, first);
      refineBeginning(run, callee.object, first, true, guarding(run));
    }
    if (ENDS.test(name)) refineEnding(run, callee.object, first, guarding(run));
  }
  if (run.language.hasTypes)
    refineDotnet(
      run,
      { kind: 'call', callee, args, at: callee.at },
      {
        protect: (place, mask) => protect(run, place, mask),
        equal: (one, other) => refineEqual(run, one, other),
        prefixed: (text, prefix) => refinePrefix(run, text, prefix),
        isFromOutside: (expression) => isFromOutside(run, expression),
        isStrict: (pattern) => isStrict(pattern, false),
      },
    );
  // isset($allowed[$name])
  if (name === 'isset' && first?.kind === 'index' && !isFromOutside(run, first.object))
    protect(run, first.key, ALL_WEAKNESSES);
  if (name === 'isinstance' && first && args[1]?.value.kind === 'global' && NUMBER_TYPES.has(args[1].value.name))
    protect(run, first, ALL_WEAKNESSES);
  if (callee.kind === 'import' || callee.kind === 'global') refineFunction(run, name, args);
  // Whatever judges an origin decides whether it may read.
  if (/allow|origin|cors|trust|match|test|includes/i.test(name))
    for (const { value } of args) protect(run, value, bitOf('cross-origin-access'));
  const tested = testedByPattern(run, callee, name, args);
  if (tested)
    protect(
      run,
      tested.text,
      isStrict(tested.pattern, tested.isWhole) ? ALL_WEAKNESSES : maskOfBeginning(tested.pattern),
    );
  if (isJudge(name)) for (const { value } of args) protect(run, value, ALL_WEAKNESSES);
  if (isJudge(name) && callee.kind === 'field') protect(run, callee.object, ALL_WEAKNESSES);
}

/** A text without `..` stays in its folder. */
function refineAbsent(run: Run, { callee, args }: Call): void {
  const [first, second] = args.map(({ value }) => value);
  // `FORBIDDEN.has(name)`, `/^__proto__$/.test(name)`, `isForbidden(name)`: whatever it refuses, it looks at the name.
  if (first && REFUSES.test(nameOfCalled(callee))) protect(run, first, POLLUTION);
  const isMethod = callee.kind === 'field';
  if (isMethod && STARTS.test(callee.name)) refineBeginning(run, callee.object, first, false, guarding(run));
  if (/^(?:HasPrefix|str_starts_with)$/.test(nameOf(callee)) && first)
    refineBeginning(run, first, second, false, guarding(run));
  if (run.language.hasMessages && isMethod)
    for (const { place, mask } of deniedByRuby(run, callee.object, callee.name, args)) protect(run, place, mask);
  if (!/^(?:includes|contains|Contains|str_contains)$/.test(isMethod ? callee.name : nameOf(callee))) return;
  const [text, part] = isMethod && !second ? [callee.object, first] : [first, second];
  if (text && part?.kind === 'literal' && part.value === '..') protect(run, text, bitOf('path-traversal'));
}

/** What a function of the target that only says whether something holds, tells about its arguments. */
function refineByPredicate(run: Run, { callee, args }: Call, isTrue: boolean): void {
  if (args.length === 0) return;
  for (const { form } of calledFunctions(run, callee)) {
    const [only, ...others] = form.body;
    if (only?.kind !== 'return' || only.value === undefined || others.length > 0 || !run.canCall(form)) return;
    const { value } = only;
    run.within(form, only.at, () => refine(run, value, isTrue));
    for (const [index, { target }] of form.parameters.entries()) {
      const argument = args[index];
      if (target.kind !== 'variable' || !argument || argument.isSpread) continue;
      const mask = run.state.guard(target.id);
      run.state.forgetGuards(target.id);
      if (mask !== 0) protect(run, argument.value, mask);
    }
  }
}

/** Functions of PHP that judge their first argument, and lookups of it in a collection of the code. */
function refineFunction(run: Run, name: string, args: Call['args']): void {
  const [first, second] = args.map(({ value }) => value);
  if (!first) return;
  if (/^(?:ctype_(?:digit|alnum|alpha|xdigit)|is_(?:int|float|bool))$/.test(name)) protect(run, first, ALL_WEAKNESSES);
  if ((name === 'in_array' || name === 'array_key_exists') && second && !isFromOutside(run, second))
    protect(run, first, ALL_WEAKNESSES);
  if (name === 'preg_match' && second && isStrict(withoutDelimiters(run.evaluate(first).text), false))
    protect(run, second, ALL_WEAKNESSES);
  if (name === 'filter_var') {
    const given = args.map(({ value }) => run.evaluate(value).paths);
    const safe = run.rules.safeFor([name], undefined, () => given);
    protect(run, first, safe ?? 0);
  }
  if (name === 'str_starts_with' || name === 'HasPrefix') {
    refinePrefix(run, first, second);
    refineBeginning(run, first, second, true, guarding(run));
  }
  if (name === 'str_ends_with' || name === 'HasSuffix') refineEnding(run, first, second, guarding(run));
  // Of Go: a number was parsed, a list has the member, a pattern matches.
  if (name === 'parsed') protect(run, first, ALL_WEAKNESSES);
  if (name === 'Contains' && second && !isFromOutside(run, first)) protect(run, second, ALL_WEAKNESSES);
  if (name === 'MatchString' && second && isStrict(run.evaluate(first).text, false))
    protect(run, second, ALL_WEAKNESSES);
  if (name === 'IsLocal') protect(run, first, bitOf('path-traversal'));
}

const REFUSES =
  /^(?:includes|has|test|match|indexOf)$|proto|unsafe|forbidden|danger|reserved|block|deny|pollut|ignore|exclude/i;
const HAS_OWN = /^(?:hasOwn|hasOwnProperty)$|has_?own|^has$/i;

/** `Object.hasOwn(object, name)`, `object.hasOwnProperty(name)`, `hasOwnProperty.call(object, name)` */
function refineOwn(run: Run, callee: Expression, args: Call['args']): void {
  const isCalled = callee.kind === 'field' && callee.name === 'call' && callee.object.kind === 'field';
  const name = isCalled ? (callee.object as Extract<Expression, { kind: 'field' }>).name : nameOfCalled(callee);
  if (!HAS_OWN.test(name)) return;
  const [first, second] = args.map(({ value }) => value);
  const [object, key] = second ? [first, second] : [callee.kind === 'field' ? callee.object : undefined, first];
  const own = object && key && ownKey(object, key);
  if (own !== undefined) run.state.setGuard(own, run.state.guard(own) | POLLUTION);
}

const nameOfCalled = (callee: Expression): string =>
  callee.kind === 'field' || callee.kind === 'global' ? callee.name : nameOf(callee);

const CASE_CHANGE = /\b(?:mb_)?(?:strtolower|strtoupper)$/;

/** `/^[a-z]+$/iD` is `^[a-z]+$`. */
const withoutDelimiters = (pattern: string | undefined): string | undefined =>
  /^([^\w\s\\])(.*)\1[a-zA-Z]*$/s.exec(pattern ?? '')?.[2];

const nameOf = (callee: Expression): string => {
  if (callee.kind === 'variable') return nameInSource(callee.id) ?? '';
  if (callee.kind === 'own') return callee.name;
  // A function of PHP: the last one of the names that it may mean.
  if (callee.kind === 'import') return callee.name ?? callee.module.split(/[ |]/).at(-1)!;
  return '';
};

/** A path within a folder; an address of a host that is named. */
function refinePrefix(run: Run, text: Expression, prefix: Expression | undefined): void {
  if (!prefix || isFromOutside(run, prefix)) return;
  const { constant } = run.evaluate(prefix);
  let mask = bitOf('path-traversal');
  if (typeof constant === 'string' && /^https?:\/\/[^/]+\/|^\/[^/]/.test(constant))
    mask |= bitOf('open-redirect') | bitOf('request-forgery');
  protect(run, text, mask);
}

interface Tested {
  readonly text: Expression;
  readonly pattern: string | undefined;
  /** The pattern must match the whole text. */
  readonly isWhole: boolean;
}

/** The text that a pattern is tested against: `/^\w+$/.test(text)`, `re.fullmatch("[a-z]+", text)`. */
function testedByPattern(run: Run, callee: Expression, name: string, args: Call['args']): Tested | undefined {
  if (callee.kind !== 'field' && callee.kind !== 'import') return undefined;
  const [first, second] = args.map(({ value }) => value);
  if (!first) return undefined;
  const isMethod = callee.kind === 'field';
  if (isMethod && (name === 'test' || name === 'MatchString'))
    return { text: first, pattern: run.evaluate(callee.object).text, isWhole: false };
  if (name === 'preg_match' && second)
    return { text: second, pattern: withoutDelimiters(run.evaluate(first).text), isWhole: false };
  if (isMethod && name === 'match' && !run.language.hasMessages && !second)
    return { text: callee.object, pattern: run.evaluate(first).text, isWhole: false };
  if (!second || (name !== 'match' && name !== 'fullmatch')) return undefined;
  // Python's match begins at the text's beginning by itself.
  const pattern = run.evaluate(first).text;
  const anchored = pattern !== undefined && name === 'match' && !pattern.startsWith('^') ? `^${pattern}` : pattern;
  return { text: second, pattern: anchored, isWhole: name === 'fullmatch' };
}

/** Whether a pattern holds for the whole text and lets only named characters through. */
function isStrict(pattern: string | undefined, isWhole: boolean): boolean {
  if (pattern === undefined) return false;
  const isAnchored = isWhole || (/^(?:\^|\\A)/.test(pattern) && /(?:\$|\\[zZ])$/.test(pattern));
  // A dot that is no character of its own, outside brackets, lets anything through; so do negated sets.
  const withoutSets = pattern.replace(/\\./g, '').replace(/\[(?!\^)[^\]]*\]/g, '');
  return isAnchored && !/[.]|\[\^/.test(withoutSets) && !/\\[SWD]/.test(pattern);
}

const STARTS = /^(?:startsWith|startswith|start_with\?|StartsWith)$/;
const ENDS = /^(?:endsWith|endswith|end_with\?|EndsWith)$/;

const guarding = (run: Run) => (place: Expression, mask: number) => protect(run, place, mask);

function protect(run: Run, place: Expression, mask: number): void {
  protectWhole(run, place, mask, guarding(run));
  const key = accessKey(place);
  if (key !== undefined) run.state.setGuard(key, run.state.guard(key) | mask);
  if (run.language.hasMemory) protectContent(run, place, mask);
  // A call that only changes the form of its argument says the same of the argument: `value.toLowerCase()`.
  if (place.kind !== 'call') return;
  if (place.callee.kind === 'field' && place.args.length === 0) protect(run, place.callee.object, mask);
  if (place.callee.kind === 'import' && CASE_CHANGE.test(place.callee.module) && place.args[0])
    protect(run, place.args[0].value, mask);
}
