import type { SecretFormat } from '../../../catalogue/secret-formats';
import { verifies } from './checksums';
import { entropyOf, isStandIn } from './entropy';
import { type Run, isOfProgram, runsOf } from './runs';
import { isPublished } from '../assignments/values';
import { type ShapePart, expressionOf, leastOf, mostOf, partsOf, variableExpression } from './shapes';

export interface FoundFormat {
  readonly format: SecretFormat;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

interface Compiled {
  readonly format: SecretFormat;
  readonly anchor: string;
  /** How far before the anchor the credential begins: from and to. */
  readonly least: number;
  readonly most: number;
  readonly longest: number;
  readonly sticky: RegExp;
  readonly variable: RegExp;
  readonly runs: readonly (Run | undefined)[];
}

const LEAST_ENTROPY = 2.4;
/** The entropy of a shorter text says nothing: it has few characters to repeat. */
const SHORTEST_JUDGED = 16;

const sum = (parts: readonly ShapePart[], of: (part: ShapePart) => number): number =>
  parts.reduce((total, part) => total + of(part), 0);

function anchorOf({ id, anchor }: SecretFormat, parts: readonly ShapePart[]): { text: string; at: number } {
  const texts = parts.map((part) => ('of' in part || part.texts.length > 1 ? '' : part.texts[0]!));
  const asked = anchor ?? texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
  const at = texts.findIndex((text) => text.includes(asked));
  if (asked.length < 2 || at === -1) throw new Error(`the format ${id} has nothing to search it by`);
  return { text: asked, at };
}

function compile(format: SecretFormat): Compiled {
  const parts = partsOf(format.shape);
  const { text, at } = anchorOf(format, parts);
  const within = (parts[at] as { texts: readonly string[] }).texts[0]!.indexOf(text);
  const ahead = parts.slice(0, at);
  return {
    format,
    anchor: text,
    least: sum(ahead, leastOf) + within,
    most: sum(ahead, mostOf) + within,
    longest: sum(parts, mostOf),
    sticky: expressionOf(parts, 'y'),
    variable: variableExpression(parts),
    runs: runsOf(parts),
  };
}

/** Searches texts for all formats at once: by the anchors, and by an expression only where one of them stands. */
export class FormatSearch {
  /** By the first two characters of the anchor. */
  private readonly byStart = new Map<number, Compiled[]>();
  private readonly starts = new Uint8Array(1 << 14);
  /** Characters that expressions were given to read, at most. The work in a text is bounded by it. */
  steps = 0;

  constructor(formats: readonly SecretFormat[]) {
    for (const format of formats.filter(({ named }) => named === undefined)) {
      const compiled = compile(format);
      const key = keyAt(compiled.anchor, 0);
      this.starts[key] = 1;
      this.byStart.set(key, [...(this.byStart.get(key) ?? []), compiled]);
    }
  }

  search(text: string): FoundFormat[] {
    const found: FoundFormat[] = [];
    const known = new Set<string>();
    for (let at = 0; at + 1 < text.length; at += 1) {
      const key = keyAt(text, at);
      if (this.starts[key] !== 1) continue;
      for (const compiled of this.byStart.get(key)!) {
        if (!text.startsWith(compiled.anchor, at)) continue;
        const one = this.around(text, at, compiled);
        if (!one || known.has(`${one.format.id}:${one.start}`)) continue;
        known.add(`${one.format.id}:${one.start}`);
        found.push(one);
      }
    }
    return found;
  }

  private around(text: string, at: number, compiled: Compiled): FoundFormat | undefined {
    for (let back = compiled.least; back <= compiled.most; back += 1) {
      const start = at - back;
      if (start < 0) return undefined;
      this.steps += compiled.longest;
      compiled.sticky.lastIndex = start;
      const value = compiled.sticky.exec(text)?.[0];
      if (value === undefined || !isCredible(compiled, value) || !isNear(compiled.format, text, start)) continue;
      if (compiled.format.checksum !== undefined || !isInData(text, start))
        return { format: compiled.format, start, end: start + value.length, value };
    }
    return undefined;
  }
}

/** Two ASCII characters as one number. Others share keys, which costs a comparison. */
const keyAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 127) << 7) | (text.charCodeAt(at + 1) & 127);

/** As far before a value as something may stand that says whose it is. */
const NEAR = 200;

const isNear = ({ near }: SecretFormat, text: string, start: number): boolean => {
  if (near === undefined) return true;
  const before = text.slice(Math.max(0, start - NEAR), start).toLowerCase();
  return near.some((each) => before.includes(each));
};

const isAnywhere = ({ near }: SecretFormat, file: string | undefined): boolean => {
  if (near === undefined || file === undefined) return true;
  const lower = file.toLowerCase();
  return near.some((each) => lower.includes(each));
};

/** No credential stands behind so many characters of Base64 without a break: a picture or a program does. */
const DATA = /^[A-Za-z\d+/]{200}$/;
const LENGTH_OF_DATA = 200;

/** Whether a place is within data, as of a picture in an SVG file: any letters stand there sooner or later. */
const isInData = (text: string, start: number): boolean =>
  start >= LENGTH_OF_DATA && DATA.test(text.slice(start - LENGTH_OF_DATA, start));

interface Judged {
  readonly format: SecretFormat;
  readonly variable: RegExp;
  readonly runs: readonly (Run | undefined)[];
}

function isCredible({ format: { entropy, checksum }, variable, runs }: Judged, value: string): boolean {
  if (checksum !== undefined && !verifies(checksum, value)) return false;
  if (isPublished(value)) return false;
  if (entropy === 0) return true;
  const variants = (variable.exec(value) ?? []).slice(1);
  if (checksum === undefined && !runs.every((run, at) => run === undefined || isOfProgram(variants[at] ?? '', run)))
    return false;
  const varying = variants.join('');
  if (varying.length >= SHORTEST_JUDGED && entropyOf(varying) < (entropy ?? LEAST_ENTROPY)) return false;
  return !isStandIn(varying);
}

interface NamedFormat extends Judged {
  readonly whole: RegExp;
}

/** Formats that say little by themselves, by the name of what has the value. */
export class NamedFormats {
  private readonly formats: readonly NamedFormat[];

  constructor(formats: readonly SecretFormat[]) {
    this.formats = formats
      .filter(({ named }) => named !== undefined)
      .map((format) => {
        const parts = partsOf(format.shape);
        return { format, whole: variableExpression(parts), variable: variableExpression(parts), runs: runsOf(parts) };
      });
  }

  /**
   * @param name without separators, in lower case
   * @param file its path and text; without it, what has to be near is taken to be there
   */
  formatOf(name: string, value: string, file?: string): SecretFormat | undefined {
    return this.formats.find(
      (each) =>
        each.format.named!.some((part) => name.includes(part)) &&
        each.whole.test(value) &&
        isCredible(each, value) &&
        isAnywhere(each.format, file),
    )?.format;
  }
}
