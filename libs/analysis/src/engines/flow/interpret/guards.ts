import { ALL_SANITIZED, ALL_WEAKNESSES, bitOf } from '../rules';
import type { Expression } from '../ir';
import { elementsOf, protectContents } from './contents';
import { GETTER, accessKey } from './access-key';
import { refineAsked, refineHeld } from './asked';
import {
  isJoinedTo,
  protectWhole,
  refineBeginning,
  refineCharacter,
  refineCommon,
  refineEnding,
  refineSameHost,
} from './addresses';
import { deniedByRuby, toldByRuby } from './ruby/guards';
import { calledFunctions } from './methods';
import { extensionNamed } from './extensions';
import { refineUser } from './gates';
import { protectContent, refineSizes } from './memory/bounds';
import { refineDotnet, refineKnownClient } from './csharp/guards';
import { ruledOutBy, ruledOutWithout } from './patterns';
import {
  NAMES,
  asksForObject,
  refineFoundObject,
  refineOwn,
  refineRefused,
  refineOtherCharacter,
  refineUnequal,
} from './refused-names';
import { refineLength } from './lengths';
import { namesPlain } from './plain-characters';
import { nameOf, nameOfCalled } from './called-names';
import type { Run } from './run';
import { cutFrom, searched, searchedForSeparators, testedByPattern, withoutDelimiters } from './searches';
import { ruledOutByResult, ruledOutForElements, tellArguments } from './told';

type Call = Extract<Expression, { kind: 'call' }>;

/** Functions whose names promise that they judge their argument. */
const JUDGES = [
  /(?:^|_)(?:is|has|are|validate|verify|check|assert)?_?(?:safe|valid|allow|permit|trusted|whitelist)/i,
  /^is_?(?:relative|local)_?(?:path|url)/i,
  /(?:^|_)(?:is|has|are)?_?(?:numeric|integer|uuid)/i,
  /^(?:isSafe|isValid|isAllowed|isTrusted|isNumeric|isInt|isUUID|isAlpha)/,
  /^is_?(?:md5|sha_?\d+|hex(?:adecimal)?|guid|ulid|object_?id|mongo_?id)$/i,
];
const isJudge = (name: string): boolean => JUDGES.some((judge) => judge.test(name));
/** Functions whose names promise that they tell addresses of the own network from others. */
const PUBLIC = /^_?is_?(?:[pP]ublic|[gG]lobal|[eE]xternal)(?:ly|$|_|[A-Z])/;
const PRIVATE = /^_?is_?(?:[pP]rivate|[iI]nternal|[lL]ocal|[lL]oopback|[rR]eserved)(?:$|_|[A-Z])/;
/** Types of which no value is a text. */
const TYPES_WITHOUT_TEXT = new Set(['int', 'float', 'bool', 'number', 'boolean', 'Number', 'bigint', 'function']);
const PLAIN_CHARACTER = /^is(?:Letter|Digit|LetterOrDigit|Alphabetic|JavaIdentifierPart)$/;
const PLAIN_TEXT = new Set(['isdigit', 'isnumeric', 'isdecimal', 'isalnum', 'isalpha', 'isidentifier']);

const ADDRESS = bitOf('request-forgery') | bitOf('open-redirect') | bitOf('webview-address');

const MINUS_ONE = ({ at }: Expression): Expression => ({ kind: 'literal', value: -1, at });
const valuesOf = (args: Call['args']): Expression[] => args.map(({ value }) => value);

/** Applies what a condition tells about places if it is true, or if it is false. */
export function refine(run: Run, condition: Expression, isTrue: boolean): void {
  if (run.language.hasMemory) refineSizes(run, condition, isTrue);
  else refineUser(run, condition, isTrue);
  switch (condition.kind) {
    case 'operation':
      refineOperation(run, condition, isTrue);
      return;
    case 'call':
      if (isTrue) refineCall(run, condition);
      else refineAbsent(run, condition);
      refineByPredicate(run, condition, isTrue);
      refineAsked(run, condition, isTrue, guarding(run));
      return;
    case 'block':
      refine(run, condition.value, isTrue);
      return;
    case 'assign': {
      // `if (url = checked(input))`: the result of a judging function has been judged.
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
      run.written.ask(condition, (value) => refine(run, value, isTrue));
      if (!isTrue) protect(run, condition, ALL_WEAKNESSES);
      return;
    case 'field':
      refineAsked(run, condition, isTrue, guarding(run));
      // An empty value carries no input.
      if (!isTrue) protect(run, condition, ALL_WEAKNESSES);
      return;
    case 'index':
      if (isTrue) refineHeld(run, condition, guarding(run));
      else protect(run, condition, ALL_WEAKNESSES);
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
  refineLength(run, operator, operands, isTrue, guarding(run));
  if (COMPARES.has(operator) && right?.kind === 'literal')
    refineAsked(run, left!, isTrue === (operator !== '!='), guarding(run));
  switch (operator) {
    case '!':
      refine(run, left!, !isTrue);
      return;
    case '&&':
    case '||':
      if (isTrue === (operator === '&&')) refineCharacterRange(run, operands);
      if (isTrue === (operator === '&&')) for (const operand of operands) refine(run, operand, isTrue);
      // If `a && b` is false, or `a || b` is true, it is not known which operand was decisive: only what follows from
      // both holds.
      else run.branch(operands.map((operand) => () => refine(run, operand, isTrue)));
      return;
    case 'in':
      if (isTrue) refineMember(run, left!, right!);
      return;
    case 'not in':
      if (!isTrue) refineMember(run, left!, right!);
      return;
    case '==':
    case '!=':
      if (isTrue === (operator === '==')) {
        refineEqual(run, left!, right!);
        refineAbsentAt(run, left!, right!, -1);
        refineAtBeginning(run, left!, right!, true);
      } else {
        refineFound(run, left!, right!, -1);
        refineUnequal(left!, right!, guarding(run));
        if (run.language.holdsTypes) refineOtherCharacter(left!, right!, guarding(run));
        refineMatched(run, left!, right!);
        if (run.language.hasTypes) refineKnownClient(run, left!, right!, guarding(run));
        refineNoFunction(run, left!, right!);
        refineAtBeginning(run, left!, right!, false);
        refineCharacter(run, left!, right!, false, guarding(run));
        refineOtherTruth(run, left!, right!);
      }
      return;
    case '>':
      (isTrue ? refineFound : refineAbsentAt)(run, left!, right!, -1);
      return;
    case '>=':
      (isTrue ? refineFound : refineAbsentAt)(run, left!, right!, 0);
      return;
    case '<':
      (isTrue ? refineAbsentAt : refineFound)(run, left!, right!, 0);
      return;
    case '~':
      if (isTrue) refineFound(run, left!, MINUS_ONE(left!), -1);
      else refineAbsentAt(run, left!, MINUS_ONE(left!), -1);
  }
}

/** `c >= '0' && c <= '9'`, or its contrary: `c < '0' || c > '9'` */
function refineCharacterRange(run: Run, operands: readonly Expression[]): void {
  const bounds = operands.map((each) => (each.kind === 'operation' && BOUNDS.test(each.operator) ? each : undefined));
  const [first, second] = bounds;
  if (!first || !second || !isSamePlace(first.operands[0]!, second.operands[0]!)) return;
  const isPlain = (bound: Expression | undefined) =>
    bound?.kind === 'literal' && typeof bound.value === 'string' && /^[a-zA-Z0-9]$/.test(bound.value);
  const isRange = first.operator[0] !== second.operator[0];
  if (isRange && isPlain(first.operands[1]) && isPlain(second.operands[1]))
    protect(run, first.operands[0]!, ALL_WEAKNESSES);
}
const BOUNDS = /^[<>]=?$/;

/** `name in NAMES`, `root in path.parents` */
function refineMember(run: Run, member: Expression, list: Expression): void {
  if (!isFromOutside(run, list)) protect(run, member, ALL_WEAKNESSES);
  else if (!isFromOutside(run, member)) protectWhole(run, list, bitOf('path-traversal'), guarding(run));
}

/**
 * `list.indexOf(value) !== -1`, `list.indexOf(value) >= 0`: the value is a member of the list. `text.indexOf(prefix)
 * === 0`: the text begins with the prefix. `names.indexOf(value) === -1`: the names are refused.
 */
function refineFound(run: Run, left: Expression, right: Expression, bound: number): void {
  const { member, object } = searched(run.written.of(left)) ?? {};
  if (member && object && run.evaluate(right).constant === bound && !isFromOutside(run, object))
    protect(run, member, ALL_WEAKNESSES);
}

function refineAbsentAt(run: Run, left: Expression, right: Expression, bound: number): void {
  const written = run.written.of(left);
  const cleared = searchedForSeparators(written);
  const found = searched(written);
  if ((cleared ?? found) === undefined || run.evaluate(right).constant !== bound) return;
  if (cleared) protect(run, cleared, bitOf('path-traversal'));
  if (found) refineLacking(run, 'indexOf', found.object, found.member);
}

function refineAtBeginning(run: Run, left: Expression, right: Expression, isTrue: boolean): void {
  const found = searched(left) ?? cutFrom(left);
  const beginning = found?.member ?? right;
  if (found === undefined || (beginning !== right && run.evaluate(right).constant !== 0)) return;
  if (isTrue) refinePrefix(run, found.object, beginning);
  refineBeginning(run, found.object, beginning, isTrue, guarding(run));
}

function refineEqual(run: Run, left: Expression, right: Expression): void {
  refineSameHost(run, left, right, guarding(run));
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    // preg_match($pattern, $text) === 1
    if (one.kind === 'call' && other.kind === 'literal') {
      if (other.value === 1 || other.value === true) refine(run, one, true);
      if (other.value === 0 || other.value === false || other.value === null) refine(run, one, false);
    }
    refineCharacter(run, one, other, true, guarding(run));
    if (one.kind === 'call') refineCommon(run, one, guarding(run));
    // typeof value === "number"
    if (one.kind === 'operation' && one.operator === 'typeof' && other.kind === 'literal') {
      if (other.value === 'object') refineFoundObject(run, one.operands[0]!, guarding(run));
      if (TYPES_WITHOUT_TEXT.has(String(other.value))) protect(run, one.operands[0]!, ALL_WEAKNESSES);
      else if (other.value === 'string') protect(run, one.operands[0]!, bitOf('nosql-injection'));
    } else if (one.kind !== 'literal' && !isFromOutside(run, other)) {
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

/** `in_array($name, $names, true) !== false`: a call that did not answer the one truth value has answered the other. */
function refineOtherTruth(run: Run, left: Expression, right: Expression): void {
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const)
    if (one.kind === 'call' && other.kind === 'literal' && typeof other.value === 'boolean')
      refine(run, one, !other.value);
}

/** `re.fullmatch(pattern, text) is not None` */
function refineMatched(run: Run, left: Expression, right: Expression): void {
  if (left.kind !== 'call' || right.kind !== 'literal' || right.value !== null) return;
  const tested = testedByPattern(run, left.callee, nameOfCalled(left.callee), left.args);
  if (tested) protect(run, tested.text, ruledOutBy(tested.pattern, tested.isWhole));
}

/** `typeof target[key] !== 'function'` */
function refineNoFunction(run: Run, left: Expression, right: Expression): void {
  const isAsked = left.kind === 'operation' && left.operator === 'typeof';
  if (isAsked && right.kind === 'literal' && right.value === 'function')
    refineFoundObject(run, left.operands[0]!, guarding(run));
}

const isSamePlace = (one: Expression, other: Expression): boolean =>
  accessKey(one) !== undefined && accessKey(one) === accessKey(other);

const isFromOutside = (run: Run, expression: Expression): boolean =>
  expression.kind !== 'literal' && run.evaluate(expression).taints.length > 0;

/** If a text is known, so are its parts. */
const partsOf = (text: Expression): readonly Expression[] => (text.kind === 'text' ? text.parts : [text]);

function refineCall(run: Run, { callee, args }: Call): void {
  const name = nameOfCalled(callee);
  if (run.language.hasMessages && callee.kind === 'field')
    for (const { place, mask } of toldByRuby(run, callee.object, name, args)) protect(run, place, mask);
  const first = args[0]?.value;
  refineOwn(run, callee, name, valuesOf(args));
  if (first && asksForObject(name)) refineFoundObject(run, first, guarding(run));
  if (callee.kind === 'field') {
    if (name === 'is_relative_to' && first && !isFromOutside(run, first))
      protect(run, callee.object, bitOf('path-traversal'));
    if (PLAIN_TEXT.has(name)) protect(run, callee.object, ALL_WEAKNESSES);
    // A member of a list or set, or a key of a map.
    if ((name === 'includes' || name === 'has' || name === 'contains') && first && !isFromOutside(run, callee.object))
      for (const part of partsOf(first)) protect(run, part, ALL_WEAKNESSES);
    if ((name === 'equals' || name === 'equalsIgnoreCase') && first) refineEqual(run, callee.object, first);
    if (first) refineMatching(run, callee.object, name, first, args[1]?.value);
    if (name === 'allMatch') refineCharacters(run, callee.object);
    if (name === 'all' && first && namesPlain(first)) protect(run, callee.object, ALL_WEAKNESSES);
    if (first && PLAIN_CHARACTER.test(name) && run.evaluate(callee.object).paths.includes('Character'))
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
        ruledOutBy: (pattern) => ruledOutBy(pattern, false),
      },
    );
  // isset($allowed[$name])
  if (name === 'isset' && first?.kind === 'index' && !isFromOutside(run, first.object))
    protect(run, first.key, ALL_WEAKNESSES);
  if (name === 'isinstance' && first && args[1]?.value.kind === 'global' && TYPES_WITHOUT_TEXT.has(args[1].value.name))
    protect(run, first, ALL_WEAKNESSES);
  if (callee.kind === 'import' || callee.kind === 'global') refineFunction(run, name, args);
  // A function that judges an origin decides whether the origin may read.
  if (/allow|origin|cors|trust|match|test|includes/i.test(name))
    for (const { value } of args) protect(run, value, bitOf('cross-origin-access'));
  const tested = testedByPattern(run, callee, name, args);
  if (tested) protect(run, tested.text, ruledOutBy(tested.pattern, tested.isWhole));
  refineElements(run, callee, args, name === 'every' ? true : undefined);
  if (name === 'some') refineAnyOf(run, callee, args);
  if (FINDS.has(name)) refineLikeElement(run, callee, args);
  if (callee.kind === 'global' && (name === 'any' || name === 'all')) refineGenerated(run, args, true, name === 'all');
  if (PUBLIC.test(name)) for (const { value } of args) protect(run, value, ADDRESS);
  if (!isJudge(name)) return;
  for (const { value } of args) protect(run, value, ALL_WEAKNESSES);
  if (callee.kind === 'field') protect(run, callee.object, ALL_WEAKNESSES);
}

/** `text.matches("[a-z]+")`, `Pattern.matches("[a-z]+", text)`, and of Kotlin `Regex("[a-z]+").matches(text)` */
function refineMatching(run: Run, receiver: Expression, name: string, first: Expression, second?: Expression): void {
  if (name !== 'matches' && name !== 'matchEntire') return;
  const [whole, given] = [run.evaluate(receiver), run.evaluate(first)];
  if (name === 'matches') protect(run, receiver, ruledOutBy(given.text, true));
  if (second && whole.paths.includes('Pattern')) protect(run, second, ruledOutBy(given.text, true));
  protect(run, first, ruledOutBy(whole.text, true));
}

/** `text.chars().allMatch(Character::isLetter)`: the program names the characters that it lets through. */
function refineCharacters(run: Run, characters: Expression): void {
  if (characters.kind !== 'call' || characters.callee.kind !== 'field') return;
  if (/^(?:chars|codePoints)$/.test(characters.callee.name)) protect(run, characters.callee.object, ALL_WEAKNESSES);
}

function refineAbsent(run: Run, { callee, args }: Call): void {
  const [first, second] = valuesOf(args);
  const isMethod = callee.kind === 'field';
  const name = nameOfCalled(callee);
  const [text, part] = isMethod && !second ? [callee.object, first] : [first, second];
  // `StringUtils.contains(text, part)` is asked of its first argument.
  const isAsked = isMethod && !(second && first?.kind !== 'literal');
  refineLacking(run, name, isAsked ? callee.object : text, isAsked ? first : (part ?? first));
  refineElements(run, callee, args, name === 'some' ? false : undefined);
  if (callee.kind === 'global' && name === 'any') refineGenerated(run, args, false, true);
  if (PRIVATE.test(name)) for (const value of valuesOf(args)) protect(run, value, ADDRESS);
  const tested = testedByPattern(run, callee, name, args);
  if (tested && !tested.isWhole) protect(run, tested.text, ruledOutWithout(tested.pattern));
  if (!isMethod && first && asksForText(name, second)) protect(run, first, ALL_WEAKNESSES);
  // `isNaN(text)` of JavaScript reads the text as a number first.
  if (name === 'isNaN' && callee.kind === 'global' && first) protect(run, first, ALL_SANITIZED);
  if (isMethod && STARTS.test(callee.name)) refineBeginning(run, callee.object, first, false, guarding(run));
  if (/^(?:HasPrefix|str_starts_with)$/.test(nameOf(callee)) && first)
    refineBeginning(run, first, second, false, guarding(run));
  if (run.language.hasMessages && isMethod)
    for (const { place, mask } of deniedByRuby(run, callee.object, callee.name, args)) protect(run, place, mask);
}

/** `isinstance(value, str)`, `is_string($value)`: a value that is not a text holds nothing of one. */
const asksForText = (name: string, type: Expression | undefined): boolean =>
  name === 'is_string' || (name === 'isinstance' && type?.kind === 'global' && type.name === 'str');

/**
 * Applies that a call did not find a part in a text or in a list. A text without `..`, or without a separator of
 * folders, stays in its folder.
 */
function refineLacking(run: Run, name: string, text: Expression | undefined, part: Expression | undefined): void {
  refineRefused(run, name, text === part ? undefined : text, part, guarding(run));
  if (text && part && LACKS.test(name) && leadsUp(run, part)) protect(run, text, bitOf('path-traversal'));
}

/** `'..'`, `'../'`, `"." + File.separator`: a path that leaves its folder has them. Of Windows, it need have no `/`. */
function leadsUp(run: Run, part: Expression): boolean {
  if (part.kind === 'literal') return LEADS_UP.test(String(part.value));
  const { text, paths } = run.evaluate(part);
  if (paths.some((path) => SEPARATOR.test(path))) return true;
  if (part.kind !== 'operation' || part.operator !== '+') return text !== undefined && LEADS_UP.test(text);
  const [dots, separator] = part.operands.map((each) => run.evaluate(each));
  const isSeparator = separator?.paths.some((path) => SEPARATOR.test(path)) === true;
  return isSeparator && /^\.{1,2}$/.test(String(dots?.constant ?? ''));
}
const LEADS_UP = /^(?:\.\.|\.{1,2}\/)$/;
const SEPARATOR = /\b(?:File\.separator(?:Char)?|path\.sep|os\.sep|Path\.DirectorySeparatorChar|os\.PathSeparator)$/;

const LACKS = /^(?:includes|contains|Contains|str_contains|indexOf)$/;

/** Applies what the result of a function of the target tells about its arguments. */
function refineByPredicate(run: Run, call: Call, isTrue: boolean): void {
  const { callee } = call;
  const extension = callee.kind === 'field' ? extensionNamed(run, callee.name, call.args.length) : undefined;
  const called = extension === undefined && call.args.length === 0 ? [] : calledFunctions(run, callee);
  const isExtension = extension !== undefined && called.length === 0;
  const args = isExtension && callee.kind === 'field' ? [{ value: callee.object }, ...call.args] : call.args;
  for (const closure of isExtension ? [{ form: extension }] : called) {
    const masks = ruledOutByResult(run, closure, isTrue);
    if (masks === undefined) tellArguments(run, closure, args, isTrue, guarding(run));
    for (const [index, mask] of masks?.entries() ?? []) {
      const argument = args[index];
      if (mask !== 0 && argument && !argument.isSpread) protect(run, argument.value, mask);
    }
  }
}

/** `keys.some(isUnsafe)`, `keys.every(isSafe)`: applies what the function rules out to each element. */
function refineElements(run: Run, callee: Expression, args: Call['args'], isTrue: boolean | undefined): void {
  const [work] = args;
  if (isTrue === undefined || work === undefined || callee.kind !== 'field') return;
  const { functions } = run.evaluate(work.value);
  const elements = elementsOf(run, run.evaluate(callee.object)) ?? [];
  // `FORBIDDEN.some((name) => name === key)`: the result holds for each element that the code names.
  if (elements.length <= MAX_ELEMENTS)
    for (const element of elements) for (const closure of functions) ruledOutByResult(run, closure, isTrue, element);
  const mask = ruledOutForElements(run, functions, isTrue);
  if (mask !== 0) protectElements(run, callee.object, mask);
}

/**
 * `any(name == known for known in NAMES)`: the condition holds for one of the elements or, with `all`, for each, and so
 * does all that it tells about other places. If no element fulfils it, it is false for each. A fact about each element
 * holds for the whole: `all(letter.isalnum() for letter in name)`.
 */
function refineGenerated(run: Run, [list]: Call['args'], isTrue: boolean, isOfEach: boolean): void {
  const made = list?.value.kind === 'call' ? list.value.args[0]?.value : undefined;
  const each = made?.kind === 'list' ? made.items[0]?.value : undefined;
  if (each?.kind !== 'sequence') return;
  const [first] = each.parts;
  const condition = each.parts.at(-1);
  if (condition === undefined || condition.kind === 'choice') return;
  refine(run, condition, isTrue);
  if (!isOfEach || each.parts.length !== 2 || first?.kind !== 'assign' || first.target.kind !== 'variable') return;
  const { value, target } = first;
  const over = value.kind === 'call' && value.callee.kind === 'field' ? value.callee.object : undefined;
  const key = accessKey({ kind: 'variable', id: target.id, at: first.at });
  const mask = key === undefined ? 0 : run.state.guard(key);
  if (over !== undefined && mask !== 0) protect(run, over, mask);
}

/**
 * `PREFIXES.some((prefix) => path.startsWith(prefix))`: the result holds for one of the elements that the code names.
 */
function refineAnyOf(run: Run, callee: Expression, args: Call['args']): void {
  const [work] = args;
  const elements = callee.kind === 'field' ? (elementsOf(run, run.evaluate(callee.object)) ?? []) : [];
  const [closure, ...others] = work ? run.evaluate(work.value).functions : [];
  if (closure === undefined || others.length > 0 || elements.length === 0 || elements.length > MAX_ELEMENTS) return;
  run.branch(elements.map((element) => () => void ruledOutByResult(run, closure, true, element)));
}

const COMPARES = new Set(['==', '!=', '<', '>', '<=', '>=']);
const MAX_ELEMENTS = 12;

/** Calls that tell whether a collection has an element of which a function says yes, in all languages. */
const FINDS = new Set(['some', 'find', 'any', 'any?', 'Any', 'Exists', 'anyMatch']);

/** `stored.some((each) => each.key === key)`: the text is one of those that the program has stored. */
function refineLikeElement(run: Run, callee: Expression, [work]: Call['args']): void {
  if (callee.kind !== 'field' || work?.value.kind !== 'function' || isFromOutside(run, callee.object)) return;
  const { parameters, body } = work.value.function;
  const [only, ...others] = body;
  const each = parameters[0]?.target;
  if (only?.kind !== 'return' || others.length > 0 || each?.kind !== 'variable') return;
  const told = only.value;
  if (told?.kind !== 'operation' || (told.operator !== '===' && told.operator !== '==')) return;
  const isOfElement = (side: Expression | undefined): boolean => {
    let at = side;
    while (at?.kind === 'field') at = at.object;
    return at?.kind === 'variable' && at.id === each.id;
  };
  const [left, right] = told.operands;
  for (const [one, other] of [[left, right] as const, [right, left] as const])
    if (isOfElement(one) && other && !isOfElement(other))
      for (const part of partsOf(other)) protect(run, part, ALL_WEAKNESSES);
}

/** Rules out weaknesses for all contents of a collection. */
export function protectElements(run: Run, collection: Expression, mask: number): void {
  protect(run, collection, mask);
  // `for (char each : text.toCharArray())`: what holds for all characters holds for the text.
  const { callee } = collection.kind === 'call' ? collection : {};
  if (callee?.kind === 'field' && /^(?:toCharArray|chars|codePoints)$/.test(callee.name))
    protect(run, callee.object, mask);
  // `foreach ([$column, $order] as $name)`: what holds for each element holds for the variables that the list names.
  const written = run.written.of(collection);
  if (written.kind === 'list') for (const { value } of written.items) protect(run, value, mask);
  protectContents(run, run.evaluate(collection), mask);
}

/** Functions of PHP that judge their first argument, and lookups of it in a collection of the code. */
function refineFunction(run: Run, name: string, args: Call['args']): void {
  const [first, second] = args.map(({ value }) => value);
  if (!first) return;
  if (/^(?:ctype_(?:digit|alnum|alpha|xdigit)|is_(?:int|float|bool))$/.test(name)) protect(run, first, ALL_WEAKNESSES);
  if ((name === 'in_array' || name === 'array_key_exists') && second && !isFromOutside(run, second))
    protect(run, first, ALL_WEAKNESSES);
  if (name === 'in_array' && second && !isFromOutside(run, first)) refineKin(run, second);
  if (KIN.test(name) && second && !isFromOutside(run, second)) protect(run, first, REFLECTION);
  if (name === 'preg_match' && second)
    protect(run, second, ruledOutBy(withoutDelimiters(run.evaluate(first).text), false));
  if (name === 'filter_var') {
    // A filter that cleans says nothing of what it was given: only one that validates does.
    const given = args.map(({ value }) => run.evaluate(value).paths.filter((path) => !path.startsWith(CLEANS)));
    const safe = run.rules.safeFor([name], undefined, () => given);
    protect(run, first, safe ?? 0);
  }
  if (name === 'str_starts_with' || name === 'HasPrefix') {
    refinePrefix(run, first, second);
    refineBeginning(run, first, second, true, guarding(run));
  }
  if (name === 'str_ends_with' || name === 'HasSuffix') refineEnding(run, first, second, guarding(run));
  // Go: a number was parsed, a list has the member, a pattern matches.
  if (name === 'parsed') protect(run, first, ALL_WEAKNESSES);
  if (name === 'Contains' && second && !isFromOutside(run, first)) protect(run, second, ALL_WEAKNESSES);
  if (name === 'MatchString' && second) protect(run, second, ruledOutBy(run.evaluate(first).text, false));
  if (name === 'IsLocal') protect(run, first, bitOf('path-traversal'));
}
/** `in_array(Item::class, class_implements($class))`: the class is one of those of the program that are made for it. */
function refineKin(run: Run, list: Expression): void {
  if (list.kind !== 'call') return;
  const [first] = list.args;
  if (first && LISTS_KIN.test(nameOfCalled(list.callee))) protect(run, first.value, REFLECTION);
  else for (const { value } of list.args) refineKin(run, value);
}
const REFLECTION = bitOf('unsafe-reflection');
const KIN = /^is_(?:subclass_of|a)$/;
const LISTS_KIN = /^class_(?:implements|parents|uses(?:_recursive)?)$/;
/** Filters of PHP that return another text than they are given. */
const CLEANS = 'FILTER_SANITIZE_';
/** Functions of PHP, Python and JavaScript that keep what a test of their result rules out. */
const KEEPS_FORM = /^(?:(?:mb_)?(?:strtolower|strtoupper|[lr]?trim)|strval|str|String)$/;

/** A text with a prefix is a path within a folder, or an address of a named host. */
function refinePrefix(run: Run, text: Expression, prefix: Expression | undefined): void {
  if (!prefix || isFromOutside(run, prefix) || isJoinedTo(run, text, prefix)) return;
  const { constant } = run.evaluate(prefix);
  let mask = bitOf('path-traversal');
  if (typeof constant === 'string' && /^https?:\/\/[^/]+\/|^\/[^/]/.test(constant))
    mask |= bitOf('open-redirect') | bitOf('request-forgery');
  protect(run, text, mask);
}

const STARTS = /^(?:startsWith|startswith|start_with\?|StartsWith)$/;
const ENDS = /^(?:endsWith|endswith|end_with\?|EndsWith)$/;
const STANDS_IN = new Set(['||', '??']);

const guarding = (run: Run) => (place: Expression, mask: number) => protect(run, place, mask);

/** Rules out weaknesses for a place from here on. */
export function protect(run: Run, place: Expression, mask: number): void {
  protectWhole(run, place, mask, guarding(run));
  const key = accessKey(place);
  if (key !== undefined) run.state.setGuard(key, run.state.guard(key) | mask);
  // `keys[i]`: it is not known which element it is, but the loop reads the same one again.
  const isOfNames = mask !== 0 && (mask & ~NAMES) === 0;
  if (isOfNames && place.kind === 'index' && place.key.kind === 'variable' && place.object.kind === 'variable')
    protectElements(run, place.object, mask);
  if (run.language.hasMemory) protectContent(run, place, mask);
  // `value || ''`: the value that replaces an empty one is harmless.
  if (place.kind === 'operation' && STANDS_IN.has(place.operator) && place.operands[1]?.kind === 'literal')
    protect(run, place.operands[0]!, mask);
  // A call that only changes the form of its receiver or argument says the same about it: `value.toLowerCase()`.
  if (place.kind !== 'call') return;
  if (place.callee.kind === 'field' && place.args.length === 0 && !GETTER.test(place.callee.name))
    protect(run, place.callee.object, mask);
  // PHP: a conversion to a text is a call of a function that the code does not write.
  const isFunction = place.callee.kind === 'import' || place.callee.kind === 'global';
  if (isFunction && KEEPS_FORM.test(nameOfCalled(place.callee)) && place.args[0])
    protect(run, place.args[0].value, mask);
}
