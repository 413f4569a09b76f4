import { IN_QUOTES, NO_CONSTRUCTOR, NO_PROTO, bitOf } from '../rules';
import type { ClassForm, Constant, FunctionForm, Place } from '../ir';

/** Stands in a text for a part that is not known and carries what comes from outside. */
export const HOLE = '\u0000';
/** Stands in a text for a part that is not known and carries nothing from outside. */
export const OWN_PART = '\u0001';

/** What an object is called that a name from outside has found in another one. */
export const MAYBE_PROTOTYPE = 'what a name from outside finds';

/** What an element is called that a random number has chosen among others. */
export const CHOSEN_ELEMENT = 'an element that a random number chooses';

/** The note of what goes into a list or a map. */
export const PUT = 'put into a collection';

/** One step of a value's way, newest first. */
export interface Step {
  readonly file: string;
  readonly at: Place;
  readonly note: string;
  readonly before?: Step;
  /** Of the whole way, this step included. */
  readonly length: number;
  /** How many steps between the one before and this one are not kept. */
  readonly leftOut?: number;
}

/** Why it is not sure that a value gets from one step of its way to the next. */
export type Doubt =
  /** It is kept in a static property, or by another run of the program: something else may be there when it is read. */
  | 'kept'
  /** A call of nobody knows what got it, and may give back something else. */
  | 'handed-over'
  /** A function of the target returns it that is named after making things safe. */
  | 'cleaned'
  /** It names a file of which no more is asked than whether it is there. */
  | 'looked'
  /** None but administrators may send it. */
  | 'administrators'
  /** It is written to an answer of a type that the program chooses: a browser may show no markup of it. */
  | 'typed';

/** What came in from outside, and how it got here. */
export interface Taint {
  /** `file:place`: two taints of one source are one. */
  readonly source: string;
  /** Says what came in: `query of the request`. */
  readonly label: string;
  /** A bit for each weakness that it cannot cause any more. */
  readonly safe: number;
  readonly step: Step;
  /** The first doubt on its way. */
  readonly doubt?: Doubt;
}

/** A function of the target, or a method with its receiver. */
export interface Closure {
  readonly form: FunctionForm;
  readonly self?: Value;
}

/** What is known of a value. Every field is about what it may be; nothing known of all of them is an unknown value. */
export interface Value {
  /** What it is for certain. */
  readonly constant?: Constant;
  /** The text that it is, with a {@link HOLE} or an {@link OWN_PART} for each part that is not known. */
  readonly text?: string;
  /** It is made of constants of the program alone, though nobody computed which bytes it has. */
  readonly fixed?: true;
  /** It may as well be none of the objects, but something that nobody knows. */
  readonly isOther?: true;
  /**
   * While what is certain is looked for: the weaknesses for which all that it is made of is a constant, a number, or
   * was made safe. Of objects, functions and classes: these are all that it may be. See {@link madeFor}.
   */
  readonly made?: number;
  readonly taints: readonly Taint[];
  /** Objects of the target, by the keys of the heap. */
  readonly objects: readonly number[];
  readonly functions: readonly Closure[];
  readonly classes: readonly ClassForm[];
  /** What rows call it: `express.Request.query`. */
  readonly paths: readonly string[];
  /** The doubt about what lies in it. */
  readonly doubt?: Doubt;
}

/**
 * Names all fields: what is made of it by `...` has one shape then, whatever is known of it. Where values have shapes
 * of their own, each read of a field looks for it.
 */
export const UNKNOWN: Value = {
  constant: undefined,
  text: undefined,
  fixed: undefined,
  isOther: undefined,
  made: undefined,
  taints: [],
  objects: [],
  functions: [],
  classes: [],
  paths: [],
  doubt: undefined,
};

/** More of one kind than this are not told apart: they are not looked at. */
export const MAX_ALTERNATIVES = 8;
const MAX_TEXT = 2_000;
/** Of two texts that begin with fewer equal characters nothing is known. */
const LEAST_BEGINNING = 3;
const MAX_STEPS = 24;

export const constantOf = (constant: Constant): Value =>
  typeof constant === 'string' ? { ...UNKNOWN, constant, text: constant.slice(0, MAX_TEXT) } : { ...UNKNOWN, constant };

/** What a constant became: the bytes of a text, zeros. */
export const FIXED: Value = { ...UNKNOWN, fixed: true };

/** Whether it is one of the program's constants, or made of them; what lies in objects is not looked at. */
export const isMadeOfConstants = ({ constant, fixed, taints }: Value): boolean =>
  taints.length === 0 && (fixed === true || typeof constant === 'string' || typeof constant === 'number');

/** All weaknesses: it is one of the program's constants, or exactly what is known of it. */
export const WHOLLY = -1;

/** The weaknesses for which nothing that a value is made of can cause harm, whatever comes in from outside. */
export const madeFor = ({ made, constant, fixed }: Value): number =>
  made ?? (constant !== undefined || fixed === true ? WHOLLY : 0);

export const pathsOf = (...paths: readonly string[]): Value => ({ ...UNKNOWN, paths });
export const functionOf = (form: FunctionForm, self?: Value): Value => ({
  ...UNKNOWN,
  functions: [self ? { form, self } : { form }],
});

/** A value that carries what these carry, and of which nothing else is known. */
export function carrying(values: readonly Value[]): Value {
  const taints = values.reduce<readonly Taint[]>((all, value) => joinTaints(all, value.taints), []);
  return taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints };
}

export function withTaints(value: Value, taints: readonly Taint[]): Value {
  return taints.length === 0 ? value : { ...value, taints: joinTaints(value.taints, taints) };
}

/** With what a type says of a value, beside the name of the call that gives it. */
export function withType(value: Value, type: Value): Value {
  if (value.objects.length + value.functions.length > 0 || value.constant !== undefined) return value;
  const isCalled = value.paths.every((path) => path.endsWith('()'));
  const paths = isCalled ? union(value.paths, type.paths) : value.paths;
  const classes = value.classes.length > 0 ? value.classes : type.classes;
  return paths === value.paths && classes === value.classes ? value : { ...value, paths, classes };
}

/** Safe for the weaknesses of the mask from now on. */
export const madeSafe = (value: Value, mask: number): Value =>
  value.taints.length === 0 || mask === 0
    ? value
    : { ...value, taints: value.taints.map((taint) => ({ ...taint, safe: safeWith(taint.safe, mask) })) };

/** What is safe wherever it stands does not depend on quotes any more. */
function safeWith(safe: number, mask: number): number {
  const both = (mask & SQL) !== 0 && (mask & IN_QUOTES) === 0 ? (safe | mask) & ~IN_QUOTES : safe | mask;
  return (both & NO_PROTO) !== 0 && (both & NO_CONSTRUCTOR) !== 0 ? both | POLLUTION : both;
}
const POLLUTION = bitOf('prototype-pollution');
const SQL = bitOf('sql-injection');

/** With a doubt about the way of everything that it carries, and of what lies in it. */
export function doubted(value: Value, doubt: Doubt | undefined): Value {
  if (doubt === undefined || value.taints.length + value.objects.length === 0) return value;
  return { ...value, doubt, taints: doubtedTaints(value.taints, doubt) };
}

export const doubtedTaints = (taints: readonly Taint[], doubt: Doubt | undefined): readonly Taint[] =>
  doubt === undefined || taints.length === 0 ? taints : taints.map((taint) => ({ doubt, ...taint }));

/** With a step added to the way of everything that it carries, once a line. */
export function stepped(value: Value, file: string, at: Place, note: string): Value {
  if (value.taints.length === 0) return value;
  return { ...value, taints: value.taints.map((taint) => ({ ...taint, step: nextStep(taint.step, file, at, note) })) };
}

/** A way that is too long loses the step before the newest one: where it began and where it is now stay known. */
function nextStep(before: Step, file: string, at: Place, note: string): Step {
  if (before.file === file && before.at === at) return before;
  if (before.length < MAX_STEPS) return { file, at, note, before, length: before.length + 1 };
  return { ...before, file, at, note, leftOut: (before.leftOut ?? 0) + 1 };
}

export const isTruthy = (constant: Constant | undefined): boolean => Boolean(constant);

/** What is either of the two. */
export function join(one: Value, other: Value): Value {
  if (one === other || (other === UNKNOWN && isPlain(one))) return one;
  if (one === UNKNOWN && isPlain(other)) return other;
  const constant = one.constant === other.constant ? one.constant : undefined;
  const isFixed = constant === undefined && isMadeOfConstants(one) && isMadeOfConstants(other);
  return {
    constant,
    text: textOfBoth(one, other),
    fixed: isFixed ? true : undefined,
    isOther: isOtherThan(one, other) || isOtherThan(other, one) ? true : undefined,
    made: one.made === undefined && other.made === undefined ? undefined : madeOfBoth(one, other),
    taints: joinTaints(one.taints, other.taints),
    objects: union(one.objects, other.objects),
    functions: unionBy(one.functions, other.functions, ({ form }) => form),
    classes: union(one.classes, other.classes),
    paths: union(one.paths, other.paths),
    doubt: doubtOfBoth(one, other),
  };
}

/** Whether it stays what it is where it may as well be unknown. */
const isPlain = ({ constant, text, fixed, objects, doubt, made }: Value): boolean =>
  objects.length === 0 && (constant ?? text ?? fixed ?? doubt ?? made) === undefined && constant !== null;

/** What both texts begin with is known of either: `git log` and `git log --author=…`. */
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

/** Of more alternatives than are told apart some are lost. */
function madeOfBoth(one: Value, other: Value): number | undefined {
  const isMany =
    one.taints.length + other.taints.length >= MAX_ALTERNATIVES ||
    one.objects.length + other.objects.length >= MAX_ALTERNATIVES ||
    one.functions.length + other.functions.length >= MAX_ALTERNATIVES ||
    one.classes.length + other.classes.length >= MAX_ALTERNATIVES;
  return isMany ? undefined : madeFor(one) & madeFor(other);
}

/** Whether a value may be something else than the objects of another one: what is null until then does not count. */
const isOtherThan = ({ isOther, objects, constant }: Value, other: Value): boolean =>
  isOther === true || (objects.length === 0 && other.objects.length > 0 && constant !== null);

/** Of what lies in a value that is either of the two there is no doubt where there is none of one of them. */
function doubtOfBoth(one: Value, other: Value): Doubt | undefined {
  if (one.objects.length === 0 || one.doubt === other.doubt) return other.doubt;
  return other.objects.length === 0 ? one.doubt : undefined;
}

/** One for each source: what is safe on one way only is not safe. */
export function joinTaints(one: readonly Taint[], other: readonly Taint[]): readonly Taint[] {
  if (other.length === 0 || one === other) return one;
  if (one.length === 0) return other;
  // They are so few that a map of them takes longer to make.
  const all = [...one];
  for (const taint of other) {
    const place = all.findIndex(({ source }) => source === taint.source);
    const known = all[place];
    if (known === undefined) all.push(taint);
    else if (known.safe !== taint.safe) {
      const safe = known.safe & taint.safe;
      all[place] = { ...(taint.safe === safe ? taint : known), safe };
    } else if (known.doubt !== undefined && taint.doubt === undefined) all[place] = taint;
  }
  return all.length > MAX_ALTERNATIVES ? all.slice(0, MAX_ALTERNATIVES) : all;
}

const union = <Item>(one: readonly Item[], other: readonly Item[]): readonly Item[] =>
  unionBy(one, other, (item) => item);

function unionBy<Item>(one: readonly Item[], other: readonly Item[], key: (item: Item) => unknown): readonly Item[] {
  if (other.length === 0 || one === other) return one;
  if (one.length === 0) return other;
  // They are so few that a set of them takes longer to make.
  const added = other.filter((item) => !one.some((each) => key(each) === key(item)));
  return added.length === 0 ? one : [...one, ...added].slice(0, MAX_ALTERNATIVES);
}

/** Whether nothing that rules ask for differs. */
export function isSame(one: Value, other: Value): boolean {
  return (
    one === other ||
    (one.constant === other.constant &&
      one.text === other.text &&
      one.fixed === other.fixed &&
      one.isOther === other.isOther &&
      one.made === other.made &&
      one.taints.length === other.taints.length &&
      one.taints.every(({ source, safe }, index) => {
        const same = other.taints[index]!;
        return source === same.source && safe === same.safe;
      }) &&
      isSameList(one.objects, other.objects) &&
      isSameList(one.paths, other.paths) &&
      isSameList(one.classes, other.classes) &&
      one.functions.length === other.functions.length &&
      one.functions.every(({ form }, index) => form === other.functions[index]!.form))
  );
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

/** The text of a value inside another text. */
export function textIn({ constant, text, taints }: Value): string {
  if (text !== undefined) return text;
  if (constant !== undefined && constant !== null) return String(constant);
  return taints.length > 0 ? HOLE : OWN_PART;
}

/** Texts joined to one. What comes after the host of an address cannot choose where the address leads. */
export function joinedText(parts: readonly Value[]): Value {
  let text = '';
  const carried: Value[] = [];
  for (const part of parts) {
    carried.push(outOfQuotes(madeSafe(part, pinnedBy(text)), text));
    text = (text + textIn(part)).slice(0, MAX_TEXT);
  }
  const isCertain = parts.every(({ constant }) => constant !== undefined);
  const isKnown = isCertain && !text.includes(HOLE) && !text.includes(OWN_PART) && text.length < MAX_TEXT;
  const made = isKnown ? 0 : parts.reduce((mask, part) => mask & madeFor(part), WHOLLY);
  return { ...carrying(carried), text, ...(isKnown && { constant: text }), ...(made !== 0 && { made }) };
}

const STATEMENT = /^\s*(?:select|insert|update|delete|replace)\b/i;
/** Where a value of a statement begins that is not quoted. */
const BARE = /(?:[=<>(,]|\b(?:limit|offset|by|and|or|between|like|values))\s*$/i;

/** A value in which quotes are escaped protects a statement only between quotes. */
function outOfQuotes(value: Value, before: string): Value {
  if (value.taints.every(({ safe }) => (safe & IN_QUOTES) === 0)) return value;
  const whole = before + textIn(value).split(HOLE, 1)[0]!;
  if (!STATEMENT.test(whole) || !BARE.test(whole)) return value;
  const isQuoted = [/'/g, /"/g].some((quote) => (whole.match(quote)?.length ?? 0) % 2 === 1);
  if (isQuoted) return value;
  const bare = (safe: number) => ((safe & IN_QUOTES) === 0 ? safe : safe & ~(SQL | IN_QUOTES));
  return { ...value, taints: value.taints.map((taint) => ({ ...taint, safe: bare(taint.safe) })) };
}

/** A text with a part put into each of its holes, as formatting does. */
export function formatted(pattern: Value, holes: RegExp, part: Value): Value {
  const pieces = (pattern.text ?? '').split(holes);
  const literals = pieces.map(constantOf);
  const parts = literals.flatMap((literal, index) => (index === 0 ? [literal] : [part, literal]));
  const whole = withTaints(joinedText(parts), pattern.taints);
  return whole.made === undefined ? whole : { ...whole, made: whole.made & madeFor(pattern) };
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
