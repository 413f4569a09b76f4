import type { Budget } from './budget';

/**
 * A value as far as it is known before anything is applied. A variable without a default, a provider or a machine gives
 * an unknown value. A text may have holes, a list or an object may be open: more may be in it than is known.
 */
export type Value = Unknown | null | boolean | number | string | ListValue | ObjectValue;

export interface Unknown {
  readonly kind: 'unknown';
  /** Whether asking for it is a mistake: a key that an object does not have. `try` continues then. */
  readonly failed?: true;
}

export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly Value[];
  readonly open: boolean;
}

export interface ObjectValue {
  readonly kind: 'object';
  readonly entries: ReadonlyMap<string, Value>;
  readonly open: boolean;
}

export const UNKNOWN: Unknown = { kind: 'unknown' };
export const FAILED: Unknown = { kind: 'unknown', failed: true };

/** Stands in a text for a part that is not known. It is of no language, and taken out of texts that are read. */
export const HOLE = '\u{f8ff}';

export const isList = (value: Value): value is ListValue =>
  typeof value === 'object' && value !== null && value.kind === 'list';
export const isObject = (value: Value): value is ObjectValue =>
  typeof value === 'object' && value !== null && value.kind === 'object';
export const isUnknown = (value: Value): value is Unknown =>
  typeof value === 'object' && value !== null && value.kind === 'unknown';
export const isText = (value: Value): value is string => typeof value === 'string';
export const isWhole = (text: string): boolean => !text.includes(HOLE);

export const listOf = (items: readonly Value[], open = false): ListValue => ({ kind: 'list', items, open });
export const objectOf = (entries: Iterable<readonly [string, Value]>, open = false): ObjectValue => ({
  kind: 'object',
  entries: new Map(entries),
  open,
});

/** Whether no part of a value is unknown. A value that takes more steps than the budget has counts as unknown. */
export function isKnown(value: Value, budget: Budget): boolean {
  return budget.within(false, () => {
    if (typeof value === 'string') return budget.spend(weightOf(value)) && isWhole(value);
    if (typeof value !== 'object' || value === null) return true;
    if (value.kind === 'unknown' || value.open) return false;
    for (const part of value.kind === 'list' ? value.items : value.entries.values())
      if (!isKnown(part, budget)) return false;
    return true;
  });
}

/** How many steps it takes to look at a value once, without what is in its parts. */
export function weightOf(value: Value): number {
  if (isText(value)) return value.length >> 6;
  if (isList(value)) return value.items.length;
  return isObject(value) ? value.entries.size : 0;
}

export const LONGEST_TEXT = 256 * 1024;

/** A text, or unknown where it has become longer than any that is judged. */
export const bounded = (text: string): Value => (text.length > LONGEST_TEXT ? UNKNOWN : text);

/** The texts in one. They are not put together where that is longer: many that share one text exceed any memory. */
export function joinedTexts(texts: readonly string[], separator: string): Value {
  let length = separator.length * Math.max(0, texts.length - 1);
  for (const text of texts) length += text.length;
  return length > LONGEST_TEXT ? UNKNOWN : texts.join(separator);
}

/** As Terraform turns a value into text in a template. */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return HOLE;
}

/** As Terraform turns a value into a truth value: `"true"` is one. */
export function truthOf(value: Value): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  return value === 'false' ? false : undefined;
}

export function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/**
 * Whether two values are the same; undefined if that is not known. To Terraform `"true"` is not `true`. But what stands
 * in a configuration is turned into the type that a variable or a provider wants, so nobody knows which it is.
 */
export function areEqual(one: Value, other: Value, budget: Budget): boolean | undefined {
  return budget.within<boolean | undefined>(undefined, () => {
    if (isUnknown(one) || isUnknown(other)) return undefined;
    if (one === null || other === null) return one === other;
    if (isList(one) && isList(other)) return areEqualLists(one, other, budget);
    if (isObject(one) && isObject(other)) return areEqualObjects(one, other, budget);
    if (typeof one === 'object' || typeof other === 'object') return false;
    const alike = budget.spend(weightOf(one)) ? readAlike(one, other) : undefined;
    return alike === true && typeof one !== typeof other ? undefined : alike;
  });
}

/** Whether two plain values are written alike: as rules and providers compare, `"true"` is `true`. */
export function readAlike(one: string | number | boolean, other: string | number | boolean): boolean | undefined {
  const [left, right] = [textOf(one), textOf(other)];
  return isWhole(left) && isWhole(right) ? left === right : undefined;
}

function areEqualLists(one: ListValue, other: ListValue, budget: Budget): boolean | undefined {
  if (one.open || other.open) return undefined;
  if (one.items.length !== other.items.length) return false;
  let sure = true;
  for (const [index, item] of one.items.entries()) {
    const same = areEqual(item, other.items[index]!, budget);
    if (same === false) return false;
    sure &&= same === true;
  }
  return sure ? true : undefined;
}

function areEqualObjects(one: ObjectValue, other: ObjectValue, budget: Budget): boolean | undefined {
  if (one.open || other.open) return undefined;
  if (one.entries.size !== other.entries.size) return false;
  let sure = true;
  for (const [key, value] of one.entries) {
    const counterpart = other.entries.get(key);
    const same = counterpart === undefined ? false : areEqual(value, counterpart, budget);
    if (same === false) return false;
    sure &&= same === true;
  }
  return sure ? true : undefined;
}

/** A value as JSON; holes stay in texts, and what is unknown becomes one. */
function fromJson(json: unknown, depth = 0): Value {
  if (depth > 60) return UNKNOWN;
  if (json === HOLE) return UNKNOWN;
  if (json === null || typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean') return json;
  if (Array.isArray(json)) return listOf(json.map((item) => fromJson(item, depth + 1)));
  const members = Object.entries(json as object).filter(([key]) => key !== HOLE);
  return objectOf(
    members.map(([key, value]) => [key, fromJson(value, depth + 1)] as const),
    Object.hasOwn(json as object, HOLE),
  );
}

const UNKNOWN_JSON = JSON.stringify(HOLE);

/**
 * A value as a text of JSON, with holes where it is not known. Values that many others share can be longer than any
 * memory, so what is beyond the longest text is not known either.
 */
export function toJson(value: Value, budget: Budget, room = { left: LONGEST_TEXT }): string {
  if (room.left < 0) return UNKNOWN_JSON;
  return budget.within(UNKNOWN_JSON, () => {
    if (typeof value !== 'object' || value === null) return roomFor(JSON.stringify(value), budget, room);
    if (value.kind === 'unknown') return UNKNOWN_JSON;
    room.left -= 2;
    const parts: string[] = [];
    if (value.kind === 'list') for (const item of value.items) parts.push(toJson(item, budget, room));
    else
      for (const [key, each] of value.entries)
        parts.push(`${roomFor(JSON.stringify(key), budget, room)}:${toJson(each, budget, room)}`);
    if (value.open) parts.push(value.kind === 'list' ? UNKNOWN_JSON : `${UNKNOWN_JSON}:null`);
    return value.kind === 'list' ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
  });
}

function roomFor(json: string, budget: Budget, room: { left: number }): string {
  room.left -= json.length + 1;
  return budget.spend(weightOf(json)) && room.left >= 0 ? json : UNKNOWN_JSON;
}

/** The value of a text of JSON, such as a policy. A hole outside of quotes is an unknown value. */
export function parsedJson(text: string): Value {
  try {
    return fromJson(JSON.parse(quotedHoles(text)));
  } catch {
    return UNKNOWN; // not JSON: a template that is not known, or a mistake that the provider would name
  }
}

function quotedHoles(text: string): string {
  if (isWhole(text)) return text;
  return text.replace(new RegExp(String.raw`"(?:[^"\\]|\\.)*"|${HOLE}`, 'gs'), (part) =>
    part === HOLE ? JSON.stringify(HOLE) : part,
  );
}
