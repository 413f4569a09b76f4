import { LONGEST_VERSION, type VersionOrder, compareNumbers, compareText } from './version-order';

const VERSION = /^(?:(\d+):)?([^:\s-]+)(?:-([^:\s-]+))?$/;

/** The order of rpm: epoch, version, release, each by `rpmvercmp`. A missing release is not compared. */
export const rpmVersions: VersionOrder = {
  isVersion: (text) => text.length <= LONGEST_VERSION && VERSION.test(text),
  compare(a, b) {
    const [, epoch = '0', version = '', release] = VERSION.exec(a)!;
    const [, otherEpoch = '0', otherVersion = '', otherRelease] = VERSION.exec(b)!;
    return (
      compareNumbers(epoch, otherEpoch) ||
      compareParts(version, otherVersion) ||
      (release === undefined || otherRelease === undefined ? 0 : compareParts(release, otherRelease))
    );
  },
};

/** `~` comes before everything, even the end; `^` comes after the end and before anything else. */
function compareParts(a: string, b: string): number {
  const [one, other] = [parts(a), parts(b)];
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [x, y] = [one[at], other[at]];
    if (x === y) continue;
    if (x === '~' || y === '~') return x === '~' ? -1 : 1;
    if (x === '^' || y === '^') return x === '^' ? (y === undefined ? 1 : -1) : x === undefined ? -1 : 1;
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const [isNumber, isOther] = [/^\d/.test(x), /^\d/.test(y)];
    if (isNumber !== isOther) return isNumber ? 1 : -1;
    const order = isNumber ? compareNumbers(x, y) : compareText(x, y);
    if (order !== 0) return order;
  }
  return 0;
}

const parts = (text: string): string[] => text.match(/\d+|[a-z]+|[~^]/gi) ?? [];
