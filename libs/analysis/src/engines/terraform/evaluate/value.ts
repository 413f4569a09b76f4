/**
 * What is known of a value before anything is applied. Unknown is what a variable without a default, a provider or a
 * machine will say. A text may have holes, a list or an object may be open: more may be in it than is known.
 */
export type Value = Unknown | null | boolean | number | string | ListValue | ObjectValue;

export interface Unknown {
  readonly kind: 'unknown';
  /** Whether asking for it is a mistake: a key that an object does not have. `try` goes on then. */
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

/** Whether nothing in it is unknown. It looks at a bounded number of parts, and beyond that says no. */
export function isKnown(value: Value, budget = { left: 10_000 }): boolean {
  budget.left -= 1;
  if (budget.left < 0) return false;
  if (typeof value === 'string') return isWhole(value);
  if (typeof value !== 'object' || value === null) return true;
  if (value.kind === 'unknown') return false;
  if (value.open) return false;
  return [...(value.kind === 'list' ? value.items : value.entries.values())].every((part) => isKnown(part, budget));
}

const LONGEST_TEXT = 256 * 1024;

/** A text, or unknown where it has become longer than any that is judged. */
export const bounded = (text: string): Value => (text.length > LONGEST_TEXT ? UNKNOWN : text);

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

/** Whether two values are the same; undefined where that is not known. Texts and numbers are compared as texts. */
export function areEqual(one: Value, other: Value, budget = { left: 10_000 }): boolean | undefined {
  budget.left -= 1;
  if (budget.left < 0 || isUnknown(one) || isUnknown(other)) return undefined;
  if (one === null || other === null) return one === other;
  if (typeof one !== 'object' && typeof other !== 'object') {
    const [left, right] = [textOf(one), textOf(other)];
    return isWhole(left) && isWhole(right) ? left === right : undefined;
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one.kind !== other.kind) return false;
  if (one.open || other.open) return undefined;
  const [left, right] = [partsOf(one), partsOf(other)];
  if (left.size !== right.size) return false;
  let sure = true;
  for (const [key, value] of left) {
    if (!right.has(key)) return false;
    const same = areEqual(value, right.get(key)!, budget);
    if (same === false) return false;
    sure &&= same === true;
  }
  return sure ? true : undefined;
}

const partsOf = (value: ListValue | ObjectValue): ReadonlyMap<string | number, Value> =>
  value.kind === 'list' ? new Map(value.items.entries()) : value.entries;

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

/** A value as a text of JSON. Values that many others share can be longer than any memory, so its parts are counted. */
export function toJson(value: Value, budget = { left: 20_000 }): string {
  budget.left -= 1;
  if (budget.left < 0) return JSON.stringify(HOLE);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value.kind === 'unknown') return JSON.stringify(HOLE);
  if (value.kind === 'list') {
    const items = value.items.map((item) => toJson(item, budget));
    return `[${[...items, ...(value.open ? [JSON.stringify(HOLE)] : [])].join(',')}]`;
  }
  const members = [...value.entries].map(([key, each]) => `${JSON.stringify(key)}:${toJson(each, budget)}`);
  return `{${[...members, ...(value.open ? [`${JSON.stringify(HOLE)}:null`] : [])].join(',')}}`;
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
