import { HOLE } from '../../../infrastructure/value';
import type { Place } from '../../../infrastructure/view';

/**
 * A value of a template. Go's int is a bigint and its float64 a number, because they print differently. A text with
 * its origin is a Marked one.
 */
export type TemplateValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Marked
  | TemplateValue[]
  | Dict
  | Native
  | NotKnown;

export type Dict = Map<string, TemplateValue>;

/** A value that only a cluster, a clock or chance decides, or a chart that is not in the target. */
export class NotKnown {
  readonly kind = 'not known';
}
export const NOT_KNOWN = new NotKnown();

/** An object with methods of Helm's own, such as `.Files`. */
export abstract class Native {
  /** Undefined if there is no such method or field. */
  abstract member(name: string, args: readonly TemplateValue[]): TemplateValue | undefined;
}

/** Which value of a chart it is, and where that is written. */
export interface Origin {
  readonly path: string;
  readonly file?: string;
  readonly line?: number;
}

/** A part of a text, and where it comes from. */
export interface Piece {
  readonly text: string;
  readonly at: Place;
  readonly from?: Origin;
  /** How many conditions that do not hold by default it is under. */
  readonly doubts: number;
  /**
   * A value that is empty by default is nothing in what Helm prints, and a hole in what is judged: users are meant to
   * set it.
   */
  readonly only?: Channel;
}

/**
 * `printed`: the text that Helm prints by the default values. `judged`: that text, and the values that users may add.
 */
export type Channel = 'printed' | 'judged';

export class Marked {
  private readonly known: Partial<Record<Channel, string>> = {};

  constructor(readonly pieces: readonly Piece[]) {}

  text(channel: Channel): string {
    return (this.known[channel] ??= this.pieces
      .filter((piece) => isIn(piece, channel))
      .map(({ text }) => text)
      .join(''));
  }

  get differs(): boolean {
    return this.pieces.some(({ doubts, only }) => doubts > 0 || only !== undefined);
  }

  get from(): Origin | undefined {
    return this.pieces.find(({ from }) => from !== undefined)?.from;
  }
}

const isIn = ({ doubts, only }: Piece, channel: Channel): boolean =>
  channel === 'judged' ? only !== 'printed' : only !== 'judged' && doubts === 0;

export const isText = (value: TemplateValue): value is string | Marked =>
  typeof value === 'string' || value instanceof Marked;
export const isDict = (value: TemplateValue): value is Dict => value instanceof Map;
export const isList = (value: TemplateValue): value is TemplateValue[] => Array.isArray(value);

export const plainText = (value: string | Marked, channel: Channel = 'printed'): string =>
  typeof value === 'string' ? value : value.text(channel);

/** Whether Go's templates take it for true: what is not zero and not empty. Undefined if that is not known. */
export function truthOf(value: TemplateValue): boolean | undefined {
  if (value === NOT_KNOWN) return undefined;
  if (isText(value)) {
    const text = plainText(value);
    return text.includes(HOLE) && text.replaceAll(HOLE, '') === '' ? undefined : text !== '';
  }
  if (isList(value)) return value.length > 0;
  if (isDict(value)) return value.size > 0;
  if (typeof value === 'bigint') return value !== 0n;
  return typeof value === 'number' ? value !== 0 : value !== null && value !== false;
}

/** Maps in the order in which Go shows them. */
export const sortedKeys = (dict: Dict): string[] => [...dict.keys()].sort(byBytes);
const byBytes = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));

/**
 * Parts of a value that are printed, and 16 letters of its texts for one. A list that stands in a list twice, thirty
 * times over, has a billion.
 */
const MOST_PRINTED = 100_000;

/** Prints a value as Go's fmt does with `%v`. The text of a value that is too large to print is unknown. */
export const printed = (value: TemplateValue, channel: Channel = 'printed'): string =>
  printedPart(value, channel, 0, { left: MOST_PRINTED });

function printedPart(value: TemplateValue, channel: Channel, depth: number, parts: { left: number }): string {
  parts.left -= 1 + (isText(value) ? plainText(value, channel).length >> 4 : 0);
  if (parts.left < 0) return HOLE;
  if (value === null) return depth === 0 ? '' : '<nil>';
  if (value === NOT_KNOWN) return HOLE;
  if (isText(value)) return plainText(value, channel);
  if (typeof value === 'number') return printedFloat(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (depth > 30) return HOLE;
  if (isList(value)) return `[${value.map((item) => printedPart(item, channel, depth + 1, parts)).join(' ')}]`;
  if (isDict(value))
    return `map[${sortedKeys(value)
      .map((key) => `${key}:${printedPart(value.get(key)!, channel, depth + 1, parts)}`)
      .join(' ')}]`;
  return HOLE;
}

/** The shortest form, with an exponent below -4, and from 6 on unless another is given (`%v` of a float64). */
export function printedFloat(value: number, least = 6): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (value !== 0 && (power < -4 || power >= least))
    return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  if (power < 21 && power > -7) return String(value);
  return value.toFixed(Math.max(0, mantissa.replace(/^-?\d\.?/, '').length - power));
}
