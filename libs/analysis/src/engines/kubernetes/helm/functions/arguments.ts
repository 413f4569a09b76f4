import type { Context } from '../template/context';
import { Refused } from '../template/refused';
import {
  type Dict,
  NOT_KNOWN,
  type TemplateValue,
  isDict,
  isList,
  isText,
  plainText,
  printed,
  truthOf,
} from '../values/value';

/** An argument as a text, as sprig turns any value into one. */
export const textAt = (
  args: readonly TemplateValue[],
  index: number,
  { channel }: Pick<Context, 'channel'>,
): string => {
  const value = args[index];
  return value === undefined ? '' : isText(value) ? plainText(value, channel) : printed(value, channel);
};

/** An argument as a whole number. */
export function wholeAt(args: readonly TemplateValue[], index: number): number {
  return Math.trunc(Number(wholeOf(args[index] ?? null)));
}

/** As `int64` of sprig: zero for what is no number. */
export function wholeOf(value: TemplateValue): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
  if (!isText(value)) return 0n;
  const text = plainText(value).trim();
  if (/^[+-]?\d{1,25}$/.test(text)) return BigInt(text.replace('+', ''));
  return /^0[xX][0-9a-fA-F]{1,16}$/.test(text) ? BigInt(text) : floatText(text);
}

const floatText = (text: string): bigint => (/^[+-]?\d+\.\d*$/.test(text) ? BigInt(Math.trunc(Number(text))) : 0n);

export function floatOf(value: TemplateValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  if (!isText(value)) return 0;
  const float = Number(plainText(value).trim());
  return Number.isNaN(float) ? 0 : float;
}

export function listAt(args: readonly TemplateValue[], index: number): TemplateValue[] {
  const value = args[index] ?? null;
  if (isList(value)) return value;
  if (value === null) return [];
  throw new Refused('a list is wanted');
}

export function dictAt(args: readonly TemplateValue[], index: number): Dict {
  const value = args[index] ?? null;
  if (isDict(value)) return value;
  throw new Refused('a map is wanted');
}

export const isEmpty = (value: TemplateValue | undefined): boolean => value === undefined || truthOf(value) === false;

/** Nothing is known where an argument is not; the function is asked otherwise. */
export const whenKnown =
  (ask: (args: readonly TemplateValue[], context: Context) => TemplateValue) =>
  (args: readonly TemplateValue[], context: Context): TemplateValue =>
    args.includes(NOT_KNOWN) ? NOT_KNOWN : ask(args, context);

/** The longest text that a function makes. */
const LONGEST = 1024 * 1024;

export function bounded(length: number): void {
  if (!(length <= LONGEST)) throw new Refused('it makes a text that is too long');
}
