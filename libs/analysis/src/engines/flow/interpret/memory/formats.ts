import { allTaints } from '../contents';
import type { Run } from '../run';
import { HOLE, OWN_PART, UNKNOWN, type Value, constantOf, joinedText, madeSafe, ofTaints, valueLike } from '../values';
import { textAt } from './blocks';
import { TEXTS } from './numbers';

const CONVERSION = /%(?:%|([-+ #0']*)(\*|\d+)?(?:\.(\*|\d+)?)?(?:hh|h|ll|l|L|z|j|t|q|I64)?([a-zA-Z]))/g;
const PRECISION = /\./;

interface Formatted {
  readonly text: Value;
  /** The texts that are written in full, whatever their length. */
  readonly whole: readonly Value[];
}

/** The text that `printf` makes of a format and its arguments. */
export function partsOfFormat(run: Run, format: Value, args: readonly Value[]): Formatted {
  if (format.text === undefined) {
    const carried = args.map((each) => ofTaints(allTaints(run, each)));
    const own = ofTaints(allTaints(run, format));
    return { text: joinedText([own, ...carried]), whole: [] };
  }
  const parts: Value[] = [];
  const whole: Value[] = [];
  let last = 0;
  let next = 0;
  for (const match of format.text.matchAll(CONVERSION)) {
    const [written, , width, , letter] = match;
    parts.push(constantOf(format.text.slice(last, match.index)));
    last = match.index + written.length;
    if (letter === undefined) {
      parts.push(constantOf('%'));
      continue;
    }
    // `%*d` takes its width from the preceding argument.
    next += (written.match(/\*/g) ?? []).length;
    const value = args[next] ?? UNKNOWN;
    next += 1;
    if (letter !== 's' && letter !== 'S') {
      parts.push(printedNumber(value, width));
      continue;
    }
    const text = textAt(run, value);
    if (PRECISION.test(written)) parts.push(ofTaints(text.taints));
    else {
      parts.push(text.text !== undefined || text.constant !== undefined ? text : ofTaints(text.taints));
      whole.push(value);
    }
  }
  parts.push(constantOf(format.text.slice(last)));
  const text = joinedText(parts);
  return { text: valueLike(text, { taints: [...text.taints] }), whole };
}

/** A printed number carries nothing dangerous. */
function printedNumber(value: Value, width: string | undefined): Value {
  const least = width !== undefined && /^\d+$/.test(width) ? Math.min(Number(width), 1_000) : 0;
  const carried = madeSafe(ofTaints(value.taints), TEXTS);
  if (typeof value.constant === 'number' && least === 0) return constantOf(String(value.constant));
  return least === 0
    ? carried
    : valueLike(carried, { text: `${carried.taints.length > 0 ? HOLE : OWN_PART}${' '.repeat(least)}` });
}

const SCAN = /%(\*)?(\d+)?(?:hh|h|ll|l|L|z|j|t|q|m)?(\[\^?\]?[^\]]*\]|[a-zA-Z])/g;

/** The values that a format of `scanf` reads, one for each argument. */
export function wordsOfScan(
  format: string,
): { readonly isText: boolean; readonly isCount: boolean; readonly width?: number }[] {
  return [...format.replaceAll('%%', '').matchAll(SCAN)]
    .filter(([, skipped]) => skipped === undefined)
    .map(([, , width, letter]) => ({
      // `%n` stores the number of characters read; it reads nothing.
      isCount: letter === 'n',
      isText: letter === 's' || letter === 'S' || letter!.startsWith('['),
      ...(width !== undefined && { width: Number(width) }),
    }));
}
