import { LONGEST_VERSION, type VersionOrder, compareNumbers, compareText } from './version-order';

const VERSION = /^\d+(?:\.[0-9a-zA-Z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** The order of `Gem::Version`: runs of digits and of letters. A run of letters marks a pre-release. */
export const rubygemsVersions: VersionOrder = {
  isVersion: (text) => text.length <= LONGEST_VERSION && VERSION.test(text),
  isPreRelease: (text) => /[a-z]/i.test(text),
  compare(a, b) {
    const [one, other] = [segments(a), segments(b)];
    for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
      const [x = '0', y = '0'] = [one[at], other[at]];
      const [isNumber, isOther] = [/^\d/.test(x), /^\d/.test(y)];
      const order = isNumber === isOther ? (isNumber ? compareNumbers : compareText)(x, y) : isNumber ? 1 : -1;
      if (order !== 0) return order;
    }
    return 0;
  },
};

/** `1.0.0.rc1` is 1, rc, 1: zeros at the end of the numbers and of the whole do not count. */
function segments(text: string): string[] {
  const all = text.replaceAll('-', '.pre.').match(/\d+|[a-z]+/gi) ?? [];
  const letters = all.findIndex((part) => /^[a-z]/i.test(part));
  const split = letters < 0 ? all.length : letters;
  return [...withoutZeros(all.slice(0, split)), ...withoutZeros(all.slice(split))];
}

function withoutZeros(parts: readonly string[]): string[] {
  const last = parts.findLastIndex((part) => !/^0+$/.test(part));
  return parts.slice(0, last + 1);
}
