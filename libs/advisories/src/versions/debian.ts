import { LONGEST_VERSION, type VersionOrder, compareNumbers } from './version-order';

const VERSION = /^(?:(\d+):)?([0-9A-Za-z.+~:-]+?)(?:-([0-9A-Za-z.+~]+))?$/;

/** The order of dpkg: epoch, upstream version, revision; `~` comes before everything, even the end. */
export const debianVersions: VersionOrder = {
  isVersion: (text) => text.length <= LONGEST_VERSION && VERSION.test(text),
  compare(a, b) {
    const [[epoch, upstream, revision], [otherEpoch, otherUpstream, otherRevision]] = [read(a), read(b)];
    return (
      compareNumbers(epoch, otherEpoch) ||
      compareParts(upstream, otherUpstream) ||
      compareParts(revision, otherRevision)
    );
  },
};

function read(text: string): [string, string, string] {
  const [, epoch = '0', upstream = '', revision = ''] = VERSION.exec(text)!;
  return [epoch, upstream, revision];
}

/** Compares runs of non-digits and runs of digits by turns. */
function compareParts(a: string, b: string): number {
  const [one, other] = [turns(a), turns(b)];
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [[word, number], [otherWord, otherNumber]] = [one[at] ?? ['', ''], other[at] ?? ['', '']];
    const order = compareWords(word, otherWord) || compareNumbers(number || '0', otherNumber || '0');
    if (order !== 0) return order;
  }
  return 0;
}

const turns = (text: string): [string, string][] =>
  [...text.matchAll(/(\D*)(\d*)/g)].map(([, word = '', number = '']) => [word, number]);

function compareWords(a: string, b: string): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const order = weight(a[at]) - weight(b[at]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Letters come before all other characters. */
function weight(character: string | undefined): number {
  if (character === undefined) return 0;
  if (character === '~') return -1;
  const code = character.charCodeAt(0);
  return /[a-z]/i.test(character) ? code : code + 256;
}
