import { LONGEST_VERSION, type VersionOrder, compareNumbers, compareText } from './version-order';

const VERSION = /^(\d+(?:\.\d+)*)([a-z]?)((?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d*)*)(?:~[0-9a-f]+)?(?:-r(\d+))?$/;
const STAGES = ['alpha', 'beta', 'pre', 'rc', '', 'cvs', 'svn', 'git', 'hg', 'p'];
const RELEASE = STAGES.indexOf('');

/** The order of Alpine's apk: numbers, a letter, stages (`_rc1`, `_p2`), and the number of the build (`-r3`). */
export const apkVersions: VersionOrder = {
  isVersion: (text) => text.length <= LONGEST_VERSION && VERSION.test(text),
  compare(a, b) {
    const [, numbers = '', letter = '', stages = '', build = '0'] = VERSION.exec(a)!;
    const [, otherNumbers = '', otherLetter = '', otherStages = '', otherBuild = '0'] = VERSION.exec(b)!;
    return (
      compareDotted(numbers.split('.'), otherNumbers.split('.')) ||
      compareText(letter, otherLetter) ||
      compareStages(stages, otherStages) ||
      compareNumbers(build, otherBuild)
    );
  },
};

/** A number after the first that begins with a zero is compared like the digits after a point: `1.05` < `1.1`. */
function compareDotted(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [x, y] = [one[at], other[at]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const isFraction = at > 0 && (/^0\d/.test(x) || /^0\d/.test(y));
    const order = isFraction ? compareText(x.replace(/0+$/, ''), y.replace(/0+$/, '')) : compareNumbers(x, y);
    if (order !== 0) return order;
  }
  return 0;
}

function compareStages(a: string, b: string): number {
  const [one, other] = [stagesOf(a), stagesOf(b)];
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [[stage, number], [otherStage, otherNumber]] = [one[at] ?? [RELEASE, '0'], other[at] ?? [RELEASE, '0']];
    const order = stage - otherStage || compareNumbers(number, otherNumber);
    if (order !== 0) return order;
  }
  return 0;
}

const stagesOf = (text: string): [number, string][] =>
  [...text.matchAll(/_([a-z]+)(\d*)/g)].map(([, stage = '', number = '']) => [STAGES.indexOf(stage), number || '0']);
