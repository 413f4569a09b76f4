import { plainText } from '@assay/source-text';

/** A process that has read hostile bytes wrote a line that is not a valid message. */
export class MalformedMessage extends Error {
  constructor(what: string) {
    super(`the process wrote something that is no record: ${plainText(what, 120)}`);
    this.name = 'MalformedMessage';
  }
}

export type Fields = Readonly<Record<string, unknown>>;

/** @throws MalformedMessage, like all functions of this file */
export function asFields(value: unknown): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new MalformedMessage(`${typeof value} where an object must be`);
  return value as Fields;
}

/** Reads the first `limit` entries of a list. */
export function list<Entry>(fields: Fields, key: string, limit: number, read: (entry: Fields) => Entry): Entry[] {
  const value = fields[key];
  if (!Array.isArray(value)) throw new MalformedMessage(`${key} is no list`);
  return value.slice(0, limit).map((entry) => read(asFields(entry)));
}

/** Reads one line of printable text and cuts it to `limit` characters. */
export function line(fields: Fields, key: string, limit: number): string {
  const value = fields[key];
  if (typeof value !== 'string') throw new MalformedMessage(`${key} is no text`);
  return plainText(value, limit);
}

export const optionalLine = (fields: Fields, key: string, limit: number): string | undefined =>
  fields[key] === undefined ? undefined : line(fields, key, limit);

export function count(fields: Fields, key: string): number {
  const value = fields[key];
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new MalformedMessage(`${key} is no count`);
  return value as number;
}

/** Reads a number from 0 to 1. */
export function score(fields: Fields, key: string): number {
  const value = fields[key];
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) throw new MalformedMessage(`${key} is no score`);
  return value;
}

export function oneOf<Name extends string>(fields: Fields, key: string, names: readonly Name[]): Name {
  const value = fields[key];
  if (!names.includes(value as Name)) throw new MalformedMessage(`${key} is none of ${names.join(', ')}`);
  return value as Name;
}
