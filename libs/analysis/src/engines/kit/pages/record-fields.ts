import { Unreadable } from '../per-file';

/**
 * An object in a record. Assay writes the records, but from data of hostile pages, so every field is checked.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** Longer texts are cut, because less than this is shown. */
const MAX_TEXT = 4_000;

/** @throws Unreadable, like all functions below */
export function fieldsOf(value: unknown, name: string): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw malformed(name, 'an object');
  return value as Fields;
}

export function textOf(fields: Fields, key: string, limit = MAX_TEXT): string {
  const value = fields[key];
  if (typeof value !== 'string') throw malformed(key, 'a text');
  return value.slice(0, limit);
}

export const optionalTextOf = (fields: Fields, key: string): string | undefined =>
  fields[key] === undefined ? undefined : textOf(fields, key);

/** Reads a finite number that is not negative. */
export function amountOf(fields: Fields, key: string): number {
  const value = fields[key];
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw malformed(key, 'an amount');
  return value;
}

export const optionalAmountOf = (fields: Fields, key: string): number | undefined =>
  fields[key] === undefined ? undefined : amountOf(fields, key);

export function oneOf<Value extends string>(fields: Fields, key: string, values: readonly Value[]): Value {
  const value = values.find((each) => each === fields[key]);
  if (value === undefined) throw malformed(key, `one of ${values.join(', ')}`);
  return value;
}

export interface Bounded<Entry> {
  readonly entries: readonly Entry[];
  /** The number of entries beyond the limit. */
  readonly more: number;
}

export function listOf<Entry>(
  fields: Fields,
  key: string,
  limit: number,
  read: (entry: Fields) => Entry,
): Bounded<Entry> {
  const value: unknown = fields[key];
  if (!Array.isArray(value)) throw malformed(key, 'a list');
  const entries = value.slice(0, limit).map((entry: unknown) => read(fieldsOf(entry, `an entry of ${key}`)));
  return { entries, more: value.length - entries.length };
}

/** @throws Unreadable also if there are more entries than Assay writes */
export function wholeListOf<Entry>(
  fields: Fields,
  key: string,
  limit: number,
  read: (entry: Fields) => Entry,
): readonly Entry[] {
  const { entries, more } = listOf(fields, key, limit, read);
  if (more > 0) throw malformed(key, `a list of at most ${limit} entries`);
  return entries;
}

const malformed = (name: string, expected: string) =>
  new Unreadable(`the record is malformed: ${name} is not ${expected}`);
