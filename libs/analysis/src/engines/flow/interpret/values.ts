import { PREDICTABLE } from '../../../catalogue/flow/rows';
import { ALL_SANITIZED, IN_ELEMENTS, IN_QUOTES, NO_CONSTRUCTOR, NO_PROTO, QUOTES_GONE, bitOf } from '../rules';
import type { ClassForm, Constant, FunctionForm, Place } from '../ir';

/** Stands in a text for an unknown part with input. */
export const HOLE = '\u0000';
/** Stands in a text for an unknown part without input. */
export const OWN_PART = '\u0001';

/** The path of an object that a name from outside has found in another one. */
export const MAYBE_PROTOTYPE = 'what a name from outside finds';

/** The path of an element that a random number has chosen. */
export const CHOSEN_ELEMENT = 'an element that a random number chooses';

/** The note of a step into a list or a map. */
export const PUT = 'put into a collection';
/** The note of a step into a list that had elements before, so it is not the first one. */
export const PUT_BEHIND = 'put behind what a collection holds';

/** One step of a value's path; `before` is the step before it. */
export interface Step {
  readonly file: string;
  readonly at: Place;
  readonly note: string;
  /** The name of the parameter to which a call passes the value. */
  readonly into?: string | undefined;
  readonly before?: Step;
  /** The length of the whole path, with this step. */
  readonly length: number;
  /** The number of steps left out between the one before and this one. */
  readonly leftOut?: number;
}

/** Notes of the steps that lead from one function to another. */
export const HANDED_ON = /^(?:passed to|returned by) /;

export function firstStep(last: Step): Step {
  let step = last;
  while (step.before) step = step.before;
  return step;
}

/** A reason why a value may not get from one step of its path to the next. */
export type Doubt =
  /**
   * It is stored in a static property, or by another run of the program: another value may be there when it is read.
   */
  | 'kept'
  /** An unknown call got it, and may return something else. */
  | 'handed-over'
  /** It is returned by a function of the target whose name says that it makes values safe. */
  | 'cleaned'
  /** A method of the model that holds it gets it first, and may refuse it. */
  | 'validated'
  /** It names a file, and the program only asks whether the file exists. */
  | 'looked'
  /** Only administrators can send it. */
  | 'administrators'
  /** A page shows it to who sent it, and no link or form of another site can send it. */
  | 'unopened'
  /** A method of an object that unknown code made of it returns it, and may return something else. */
  | 'guessed'
  /** A method that the object's class inherits from outside of the target returns it, and may return something else. */
  | 'inherited'
  /** An unknown method got a collection with it, and may have escaped what it made of that. */
  | 'composed'
  /** It is written to a response whose content type the program chooses: a browser may show no markup of it. */
  | 'typed'
  /** It is written to a response whose content type the program sets to one that is not known. */
  | 'of-some-type';

/** An input, and the path by which it got here. */
export interface Taint {
  /** `file:place`: two taints with the same source are one. */
  readonly source: string;
  /** The kind of input: `query of the request`. */
  readonly label: string;
  /** A bit for each weakness that it can no longer cause. */
  readonly safe: number;
  readonly step: Step;
  /** The first doubt on its path. */
  readonly doubt?: Doubt;
}

/** The place of a literal. */
export interface WrittenPlace {
  /** The function around it. */
  readonly form: FunctionForm;
  readonly at: Place;
}

/** A function of the target, or a method with its receiver. */
export interface Closure {
  readonly form: FunctionForm;
  readonly self?: Value;
}

/** The facts about a value. Each field limits what the value may be; a value without any is unknown. */
export interface Value {
  /** The value, if it is certain. */
  readonly constant?: Constant;
  /** The text of the value, with a {@link HOLE} or an {@link OWN_PART} for each unknown part. */
  readonly text?: string;
  /** The value is made of constants of the program alone, but its bytes were not computed. */
  readonly fixed?: true;
  /** Where one of the constants stands that it is or is made of, if that is known. No condition depends on it. */
  readonly written?: WrittenPlace;
  /** The value may also be something unknown instead of one of the objects. */
  readonly isOther?: true;
  /**
   * In a run that looks for proofs: the weaknesses for which each part of the value is a constant, a number, or was
   * made safe. For objects, functions and classes: the value is certainly one of these. See {@link madeFor}.
   */
  readonly made?: number;
  readonly taints: readonly Taint[];
  /** Objects of the target, by the keys of the heap. */
  readonly objects: readonly number[];
  readonly functions: readonly Closure[];
  readonly classes: readonly ClassForm[];
  /** The names by which rows know it: `express.Request.query`. */
  readonly paths: readonly string[];
  /** The doubt about its contents. */
  readonly doubt?: Doubt;
}

/**
 * All values have this one shape. A copy by `...` gets a shape of its own at each place of the program that makes one,
 * and V8 takes up to fifty times as long to copy what has many shapes.
 */
class Facts implements Value {
  constructor(
    readonly constant: Value['constant'],
    readonly text: Value['text'],
    readonly fixed: Value['fixed'],
    readonly isOther: Value['isOther'],
    readonly made: Value['made'],
    readonly taints: Value['taints'],
    readonly objects: Value['objects'],
    readonly functions: Value['functions'],
    readonly classes: Value['classes'],
    readonly paths: Value['paths'],
    readonly doubt: Value['doubt'],
    readonly written: Value['written'] = undefined,
  ) {}
}

export const UNKNOWN: Value = new Facts(
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  [],
  [],
  [],
  [],
  [],
  undefined,
);

/**
 * A copy of a value, with the taints and the paths that most copies change. `Object.assign` takes longer: it reads the
 * names of what it gets.
 */
const copyOf = (value: Value, taints: Value['taints'], paths: Value['paths']): Value =>
  new Facts(
    value.constant,
    value.text,
    value.fixed,
    value.isOther,
    value.made,
    taints,
    value.objects,
    value.functions,
    value.classes,
    paths,
    value.doubt,
    value.written,
  );

/** A copy of a value with some other facts. */
export const valueLike = (value: Value, others: Partial<Value>): Value =>
  Object.assign(copyOf(value, value.taints, value.paths), others);

const withInputs = (value: Value, taints: Value['taints']): Value => copyOf(value, taints, value.paths);

/** A copy of a value that rows know by other names. */
export const withPaths = (value: Value, paths: Value['paths']): Value => copyOf(value, value.taints, paths);

/** An unknown value with these taints. */
export const ofTaints = (taints: readonly Taint[]): Value =>
  new Facts(
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    taints,
    UNKNOWN.objects,
    UNKNOWN.functions,
    UNKNOWN.classes,
    UNKNOWN.paths,
    undefined,
  );

/** All taints have one shape, as values do. */
class Input implements Taint {
  constructor(
    readonly source: string,
    readonly label: string,
    readonly safe: number,
    readonly step: Step,
    readonly doubt: Taint['doubt'],
  ) {}
}

/** A copy of a taint with some other fields. */
export const taintLike = ({ source, label, safe, step, doubt }: Taint, others: Partial<Taint>): Taint =>
  Object.assign(new Input(source, label, safe, step, doubt), others);

const withSafe = ({ source, label, step, doubt }: Taint, safe: number): Taint =>
  new Input(source, label, safe, step, doubt);

/** A value has at most this many alternatives of one kind; the others are ignored. */
export const MAX_ALTERNATIVES = 8;
/** As long as the known text of a value may be. */
export const MAX_TEXT = 2_000;
/** If two texts have fewer characters of their beginning in common, nothing is known of either. */
const LEAST_BEGINNING = 3;
const MAX_STEPS = 24;

export const constantOf = (constant: Constant): Value =>
  typeof constant === 'string'
    ? valueLike(UNKNOWN, { constant, text: constant.slice(0, MAX_TEXT) })
    : valueLike(UNKNOWN, { constant });

/** The value of a literal. */
export function literalOf(constant: Constant, form: FunctionForm, at: Place): Value {
  const text = typeof constant === 'string' ? constant.slice(0, MAX_TEXT) : undefined;
  const { taints, objects, functions, classes, paths } = UNKNOWN;
  const written = { form, at };
  return new Facts(
    constant,
    text,
    undefined,
    undefined,
    undefined,
    taints,
    objects,
    functions,
    classes,
    paths,
    undefined,
    written,
  );
}

/** A value made of a constant: the bytes of a text, zeros. */
export const FIXED: Value = valueLike(UNKNOWN, { fixed: true });

/** Whether it is one of the program's constants, or made of them; the contents of objects are not examined. */
export const isMadeOfConstants = ({ constant, fixed, taints }: Value): boolean =>
  taints.length === 0 && (fixed === true || typeof constant === 'string' || typeof constant === 'number');

/** All weaknesses: the value is one of the program's constants, or is known exactly. */
export const WHOLLY = -1;

/** The weaknesses that no part of a value can cause, whatever input arrives. */
export const madeFor = ({ made, constant, fixed }: Value): number =>
  made ?? (constant !== undefined || fixed === true ? WHOLLY : 0);

export const pathsOf = (...paths: readonly string[]): Value => valueLike(UNKNOWN, { paths });
export const functionOf = (form: FunctionForm, self?: Value): Value =>
  valueLike(UNKNOWN, {
    functions: [self ? { form, self } : { form }],
  });

/** An unknown value with the taints of the given values. */
export function carrying(values: readonly Value[]): Value {
  const taints = values.reduce<readonly Taint[]>((all, value) => joinTaints(all, value.taints), []);
  return taints.length === 0 ? UNKNOWN : ofTaints(taints);
}

export function withTaints(value: Value, taints: readonly Taint[]): Value {
  return taints.length === 0 ? value : withInputs(value, joinTaints(value.taints, taints));
}

/** Adds what a type says about a value, beside the path of the call that returns it. */
export function withType(value: Value, type: Value): Value {
  if (value.objects.length + value.functions.length > 0 || value.constant !== undefined) return value;
  const isCalled = value.paths.every((path) => path.endsWith('()'));
  const paths = isCalled ? union(value.paths, type.paths) : value.paths;
  const classes = value.classes.length > 0 ? value.classes : type.classes;
  return paths === value.paths && classes === value.classes ? value : valueLike(value, { paths, classes });
}

/** Marks a value as safe from the weaknesses of the mask. */
export const madeSafe = (value: Value, mask: number): Value =>
  value.taints.length === 0 || mask === 0
    ? value
    : withInputs(
        value,
        value.taints.map((taint) => withSafe(taint, safeWith(taint.safe, mask))),
      );

/** A value that is safe everywhere no longer depends on quotes. */
function safeWith(safe: number, mask: number): number {
  const both = (mask & SQL) !== 0 && (mask & IN_QUOTES) === 0 ? (safe | mask) & ~IN_QUOTES : safe | mask;
  return (both & NO_PROTO) !== 0 && (both & NO_CONSTRUCTOR) !== 0 ? both | POLLUTION : both;
}
const POLLUTION = bitOf('prototype-pollution');
const SQL = bitOf('sql-injection');

/** Adds a doubt to all taints of a value and to its contents. */
export function doubted(value: Value, doubt: Doubt | undefined): Value {
  if (doubt === undefined || value.taints.length + value.objects.length === 0) return value;
  return valueLike(value, { doubt, taints: doubtedTaints(value.taints, doubt) });
}

export function doubtedTaints(taints: readonly Taint[], doubt: Doubt | undefined): readonly Taint[] {
  if (doubt === undefined || taints.length === 0) return taints;
  const kept = losesPredictable(doubt) ? taints.filter(({ label }) => label !== PREDICTABLE) : taints;
  return kept.map((taint) => withDoubt(taint, doubt));
}

/**
 * Doubts that end the way of a random number: what a database answers to a query with one, what a static property
 * keeps, or what a method of an object made of one returns, is no secret that can be guessed. Such numbers would get
 * into most of a program.
 */
const LOSES_PREDICTABLE: ReadonlySet<Doubt> = new Set(['kept', 'handed-over', 'guessed', 'inherited', 'composed']);

export const losesPredictable = (doubt: Doubt | undefined): boolean =>
  doubt !== undefined && LOSES_PREDICTABLE.has(doubt);

/** A guess is the least of all doubts. */
export const withDoubt = (taint: Taint, doubt: Doubt): Taint =>
  taint.doubt === undefined || isGuess(taint.doubt) ? taintLike(taint, { doubt }) : taint;

/** Whether a finding with the doubt is still worth a look. */
export const isGuess = (doubt: Doubt): doubt is 'guessed' | 'composed' | 'inherited' | 'of-some-type' =>
  doubt === 'guessed' || doubt === 'composed' || doubt === 'inherited' || doubt === 'of-some-type';

/** Adds a step to the path of each taint; a second step at the same place is left out. */
export function stepped(value: Value, file: string, at: Place, note: string, into?: string): Value {
  if (value.taints.length === 0) return value;
  const taints = value.taints.map(
    ({ source, label, safe, step, doubt }) =>
      new Input(source, label, safe, nextStep(step, file, at, note, into), doubt),
  );
  return withInputs(value, taints);
}

/** A path that is too long loses the step before the newest one: its beginning and its current end stay known. */
function nextStep(before: Step, file: string, at: Place, note: string, into: string | undefined): Step {
  if (before.file === file && before.at === at) return before;
  if (before.length < MAX_STEPS) return { file, at, note, into, before, length: before.length + 1 };
  return { ...before, file, at, note, into, leftOut: (before.leftOut ?? 0) + 1 };
}

export const isTruthy = (constant: Constant | undefined): boolean => Boolean(constant);

/** A value that is either of the two. */
export function join(one: Value, other: Value): Value {
  if (one === other || (other === UNKNOWN && isPlain(one))) return one;
  if (one === UNKNOWN && isPlain(other)) return other;
  const constant = one.constant === other.constant ? one.constant : undefined;
  const isFixed = constant === undefined && isMadeOfConstants(one) && isMadeOfConstants(other);
  return new Facts(
    constant,
    textOfBoth(one, other),
    isFixed ? true : undefined,
    isOtherThan(one, other) || isOtherThan(other, one) ? true : undefined,
    one.made === undefined && other.made === undefined ? undefined : madeOfBoth(one, other),
    joinTaints(one.taints, other.taints),
    union(one.objects, other.objects),
    functionsOfBoth(one.functions, other.functions),
    union(one.classes, other.classes),
    union(one.paths, other.paths),
    doubtOfBoth(one, other),
    one.written ?? other.written,
  );
}

/** Whether a value stays the same when it is joined with an unknown one. */
const isPlain = ({ constant, text, fixed, objects, doubt, made }: Value): boolean =>
  objects.length === 0 && (constant ?? text ?? fixed ?? doubt ?? made) === undefined && constant !== null;

/** The common beginning of both texts is known: `git log` and `git log --author=…`. */
function textOfBoth(one: Value, other: Value): string | undefined {
  if (one.text === undefined || other.text === undefined || one.text === other.text)
    return one.text === other.text ? one.text : undefined;
  const most = Math.min(one.text.length, other.text.length);
  let length = 0;
  while (length < most && one.text[length] === other.text[length]) length += 1;
  if (length < LEAST_BEGINNING) return undefined;
  const rest = one.taints.length + other.taints.length > 0 ? HOLE : OWN_PART;
  const begin = one.text.slice(0, length);
  return begin.endsWith(rest) ? begin : `${begin}${rest}`;
}

/** If there are more alternatives than a value may have, some are lost. */
function madeOfBoth(one: Value, other: Value): number | undefined {
  const isMany =
    one.taints.length + other.taints.length >= MAX_ALTERNATIVES ||
    one.objects.length + other.objects.length >= MAX_ALTERNATIVES ||
    one.functions.length + other.functions.length >= MAX_ALTERNATIVES ||
    one.classes.length + other.classes.length >= MAX_ALTERNATIVES;
  return isMany ? undefined : madeFor(one) & madeFor(other);
}

/** Whether a value may be something else than the objects of another one; an initial null does not count. */
const isOtherThan = ({ isOther, objects, constant }: Value, other: Value): boolean =>
  isOther === true || (objects.length === 0 && other.objects.length > 0 && constant !== null);

/** The doubt about the contents of a value that is either of the two: dropped if only one of them has it. */
function doubtOfBoth(one: Value, other: Value): Doubt | undefined {
  if (one.objects.length === 0 || one.doubt === other.doubt) return other.doubt;
  return other.objects.length === 0 ? one.doubt : undefined;
}

/** One taint for each source: it is safe only from what both paths rule out. */
export function joinTaints(one: readonly Taint[], other: readonly Taint[]): readonly Taint[] {
  if (other.length === 0 || one === other) return one;
  if (one.length === 0) return other;
  // They are so few that building a map takes longer. Most often the other ones add nothing.
  let all: Taint[] | undefined;
  for (const taint of other) {
    const place = placeOfSource(all ?? one, taint.source);
    if (place < 0) {
      (all ??= [...one]).push(taint);
      continue;
    }
    const known = (all ?? one)[place]!;
    if (known.safe !== taint.safe) {
      const safe = known.safe & taint.safe;
      (all ??= [...one])[place] = taintLike(taint.safe === safe ? taint : known, { safe });
    } else if (known.doubt !== undefined && taint.doubt === undefined) (all ??= [...one])[place] = taint;
  }
  const joined = all ?? one;
  return joined.length > MAX_ALTERNATIVES ? joined.slice(0, MAX_ALTERNATIVES) : joined;
}

function placeOfSource(taints: readonly Taint[], source: string): number {
  for (let place = 0; place < taints.length; place += 1) if (taints[place]!.source === source) return place;
  return -1;
}

function union<Item>(one: readonly Item[], other: readonly Item[]): readonly Item[] {
  if (other.length === 0 || one === other) return one;
  if (one.length === 0) return other;
  // They are so few that building a set takes longer.
  let all: Item[] | undefined;
  for (const item of other) if (!one.includes(item)) (all ??= [...one]).push(item);
  return all === undefined ? one : atMost(all);
}

/** The same for closures of the same functions. */
function functionsOfBoth(one: readonly Closure[], other: readonly Closure[]): readonly Closure[] {
  if (other.length === 0 || one === other) return one;
  if (one.length === 0) return other;
  let all: Closure[] | undefined;
  for (const closure of other) if (!calls(one, closure.form)) (all ??= [...one]).push(closure);
  return all === undefined ? one : atMost(all);
}

function calls(closures: readonly Closure[], form: FunctionForm): boolean {
  for (const closure of closures) if (closure.form === form) return true;
  return false;
}

const atMost = <Item>(all: Item[]): Item[] => (all.length > MAX_ALTERNATIVES ? all.slice(0, MAX_ALTERNATIVES) : all);

/** Whether two values are the same in all that rules ask for. */
export function isSame(one: Value, other: Value): boolean {
  return (
    one === other ||
    (one.constant === other.constant &&
      one.text === other.text &&
      one.fixed === other.fixed &&
      one.isOther === other.isOther &&
      (one.made === other.made || madeFor(one) === madeFor(other)) &&
      isSameInput(one.taints, other.taints) &&
      isSameList(one.objects, other.objects) &&
      isSameList(one.paths, other.paths) &&
      isSameList(one.classes, other.classes) &&
      callTheSame(one.functions, other.functions))
  );
}

function isSameInput(one: readonly Taint[], other: readonly Taint[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let place = 0; place < one.length; place += 1) {
    const [taint, same] = [one[place]!, other[place]!];
    if (taint.source !== same.source || taint.safe !== same.safe) return false;
  }
  return true;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let place = 0; place < one.length; place += 1) if (one[place] !== other[place]) return false;
  return true;
}

function callTheSame(one: readonly Closure[], other: readonly Closure[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let place = 0; place < one.length; place += 1) if (one[place]!.form !== other[place]!.form) return false;
  return true;
}

/** The text of a value inside another text. */
export function textIn({ constant, text, taints }: Value): string {
  if (text !== undefined) return text;
  if (constant !== undefined && constant !== null) return String(constant);
  return taints.length > 0 ? HOLE : OWN_PART;
}

/** Joins texts. The part after the host of an address cannot choose where the address leads. */
export function joinedText(parts: readonly Value[]): Value {
  let text = '';
  let pinned = 0;
  let isSameText = false;
  const carried: Value[] = [];
  for (const part of parts) {
    if (!isSameText) pinned = pinnedBy(text);
    carried.push(outOfElements(outOfQuotes(madeSafe(part, pinned), text), text));
    const next = text.length === MAX_TEXT ? cutAgain(text, part) : cut(text + textIn(part));
    isSameText = next === text;
    text = next;
  }
  const isCertain = parts.every(({ constant }) => constant !== undefined);
  const isKnown = isCertain && !text.includes(HOLE) && !text.includes(OWN_PART) && text.length < MAX_TEXT;
  const made = isKnown ? 0 : parts.reduce((mask, part) => mask & madeFor(part), WHOLLY);
  const written = parts.find((part) => part.written !== undefined)?.written;
  return valueLike(withItsQuotes(carrying(carried), text), {
    text,
    written,
    ...(isKnown && { constant: text }),
    ...(made !== 0 && { made }),
  });
}

/** A text that is too long keeps its beginning. If input stands in the rest, it ends with a hole. */
function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return text.includes(HOLE, MAX_TEXT - 1) ? `${text.slice(0, MAX_TEXT - 1)}${HOLE}` : text.slice(0, MAX_TEXT);
}

/** The same for a text that is already as long as it may get: most often it stays as it is. */
const cutAgain = (text: string, part: Value): string =>
  !text.endsWith(HOLE) && textIn(part).includes(HOLE) ? `${text.slice(0, MAX_TEXT - 1)}${HOLE}` : text;

const STATEMENT = /^\s*(?:select|insert|update|delete|replace)\b/i;
/** The end of a statement's text before an unquoted value. */
const BARE = /(?:[=<>(,]|\b(?:limit|offset|by|and|or|between|like|values))\s*$/i;

/** Escaped quotes protect a statement only if the value stands between quotes. */
function outOfQuotes(value: Value, before: string): Value {
  if (value.taints.every(({ safe }) => (safe & IN_QUOTES) === 0)) return value;
  const whole = before + textIn(value).split(HOLE, 1)[0]!;
  if (!STATEMENT.test(whole) || !BARE.test(whole)) return value;
  const isQuoted = [/'/g, /"/g].some((quote) => (whole.match(quote)?.length ?? 0) % 2 === 1);
  if (isQuoted) return value;
  return withoutFacts(value, ({ safe }) => (safe & IN_QUOTES) !== 0, SQL | IN_QUOTES);
}

/** `'…'` as a whole: it brings the quotes along that an escape relies on. */
const QUOTED = /^\s*(?:'[^']*'|"[^"]*")\s*$/;

const isOfQuotes = ({ safe }: Taint): boolean => (safe & SQL) !== 0 && (safe & IN_QUOTES) !== 0;

const withItsQuotes = (value: Value, text: string): Value =>
  value.taints.some(isOfQuotes) && QUOTED.test(text) ? withoutFacts(value, isOfQuotes, IN_QUOTES) : value;

/** A value with fewer bits at those of its inputs for which a test holds. */
function withoutFacts(value: Value, isMeant: (taint: Taint) => boolean, bits: number): Value {
  const taints = value.taints.map((taint) => (isMeant(taint) ? taintLike(taint, { safe: taint.safe & ~bits }) : taint));
  return valueLike(value, { taints });
}

/** The text before a value in an attribute, or in a text of a script. */
const IN_ATTRIBUTE = /(?:^|[\s"'])[a-z][\w-]*=\s*(?:"[^"<>]*|'[^'<>]*)$/i;
const IN_SCRIPT = /<script\b[^>]*>(?:(?!<\/script)[^])*$|^\s*(?:var|let|const)\s+\w+\s*=\s*["'][^"']*$/i;

const isInElements = ({ safe }: Taint): boolean =>
  (safe & MARKUP) !== 0 && (safe & IN_ELEMENTS) !== 0 && (safe & QUOTES_GONE) === 0;
const MARKUP = bitOf('cross-site-scripting');

/** Escaped tags protect the text of an element: a quote leads out of an attribute, and out of a text of a script. */
function outOfElements(value: Value, before: string): Value {
  if (!value.taints.some(isInElements)) return value;
  const whole = before + textIn(value).split(HOLE, 1)[0]!;
  if (!IN_ATTRIBUTE.test(whole) && !IN_SCRIPT.test(whole)) return value;
  return withoutFacts(value, isInElements, MARKUP);
}

/** Decoding a text brings back signs that an escape of the encoded text never saw. */
export function decoded(value: Value): Value {
  const isEscaped = ({ safe }: Taint) =>
    (safe & (IN_QUOTES | IN_ELEMENTS)) !== 0 && (safe & ALL_SANITIZED) !== ALL_SANITIZED;
  if (!value.taints.some(isEscaped)) return value;
  return withoutFacts(value, isEscaped, SQL | MARKUP | IN_QUOTES | IN_ELEMENTS);
}

/** Puts a part into each hole of a text, as formatting does. */
export function formatted(pattern: Value, holes: RegExp, part: Value): Value {
  const pieces = (pattern.text ?? '').split(holes);
  const literals = pieces.map(constantOf);
  const parts = literals.flatMap((literal, index) => (index === 0 ? [literal] : [part, literal]));
  const whole = withTaints(joinedText(parts), pattern.taints);
  return whole.made === undefined ? whole : valueLike(whole, { made: whole.made & madeFor(pattern) });
}

const NAMED_HOST = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)[/?#]/i;

/** The weaknesses that input cannot cause after this beginning of a text. */
function pinnedBy(before: string): number {
  const host = NAMED_HOST.exec(before)?.[1];
  const isNamed =
    (host !== undefined && !host.includes(HOLE)) || (before.startsWith(OWN_PART) && !before.endsWith('://'));
  if (isNamed) return bitOf('open-redirect') | bitOf('request-forgery');
  const isPath = /^\/[^/\\]/.test(before) && before[1] !== HOLE;
  return isPath || /^[?#]/.test(before) ? bitOf('open-redirect') : 0;
}
