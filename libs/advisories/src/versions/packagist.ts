import { LONGEST_VERSION, type VersionOrder, compareNumbers } from './version-order';

/** Each character can match in one way only, so the time grows linearly with the length. */
const VERSION = /^v?\d(?:[-._+]?[0-9a-z])*$/i;

/** The stages that PHP's `version_compare` knows. Any other word comes before all of them. */
const STAGES = new Map([
  ['dev', 0],
  ['alpha', 1],
  ['a', 1],
  ['beta', 2],
  ['b', 2],
  ['rc', 3],
  ['c', 3],
  ['#', 4],
  ['patch', 5],
  ['pl', 5],
  ['p', 5],
]);
const NUMBER = 4;

/** Composer pads the numbers to four, and then compares by PHP's `version_compare`. */
export const packagistVersions: VersionOrder = {
  isVersion: (text) => text.length <= LONGEST_VERSION && VERSION.test(text),
  isPreRelease: (text) => parts(text).some((part) => !/^\d/.test(part) && (STAGES.get(part) ?? -1) < NUMBER),
  compare(a, b) {
    const [one, other] = [parts(a), parts(b)];
    for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
      const order = compareParts(one[at], other[at]);
      if (order !== 0) return order;
    }
    return 0;
  },
};

function parts(text: string): string[] {
  const [, numbers = '', rest = ''] = /^v?(\d+(?:\.\d+)*)(.*)$/is.exec(text) ?? [];
  const padded = numbers.split('.');
  while (padded.length < 4) padded.push('0');
  // For Composer `-stable` is the release itself, and the part after `+` does not count.
  const stage = rest
    .toLowerCase()
    .replace(/\+.*$/s, '')
    .replace(/[-._]?stable$/, '');
  return [...padded, ...(stage.match(/\d+|[a-z]+/g) ?? [])];
}

function compareParts(a: string | undefined, b: string | undefined): number {
  if (a !== undefined && b !== undefined && /^\d/.test(a) && /^\d/.test(b)) return compareNumbers(a, b);
  return rank(a, b) - rank(b, a);
}

/**
 * The rank of a part. The end of a version ranks after the stages before a release, and before a patch and the number
 * of a stage.
 */
function rank(part: string | undefined, other: string | undefined): number {
  if (part !== undefined) return /^\d/.test(part) ? NUMBER : (STAGES.get(part) ?? -1);
  return other !== undefined && /^\d/.test(other) ? NUMBER - 1 : NUMBER;
}
