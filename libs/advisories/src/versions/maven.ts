import { LONGEST_VERSION, type VersionOrder, compareNumbers, compareText } from './version-order';

/** A part of a version as Maven's ComparableVersion reads it: numbers, words, and lists that a hyphen begins. */
type Item = { readonly number: string } | { readonly word: string } | readonly Item[];

const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const RELEASE = QUALIFIERS.indexOf('');
const SHORT: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' };
const OTHER_NAMES: Readonly<Record<string, string>> = { ga: '', final: '', release: '', cr: 'rc' };

/** The order of Maven's `ComparableVersion`. It holds for Gradle's coordinates, too. */
export const mavenVersions: VersionOrder = {
  isVersion: (text) => text.length > 0 && text.length <= LONGEST_VERSION && /^[0-9A-Za-z][\w.+~-]*$/.test(text),
  isPreRelease: (text) => /(?:^|[\d._-])(?:alpha|beta|milestone|rc|cr|snapshot|[abm](?=[-.]?\d))/i.test(text),
  compare: (a, b) => compareItems(read(a), read(b)),
};

function read(text: string): readonly Item[] {
  const root: Item[] = [];
  let list = root;
  const lists: Item[][] = [root];
  const open = () => {
    const inner: Item[] = [];
    list.push(inner);
    lists.push(inner);
    list = inner;
  };
  const lower = text.toLowerCase();
  const tokens = [...lower.matchAll(/\d+|[^\d.-]+|[.-]/g)].map(([token]) => token);
  for (const [at, token] of tokens.entries()) {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (token === '.' || token === '-') {
      if (before === undefined || before === '.' || before === '-') list.push({ number: '0' });
      if (token === '-') open();
    } else if (/^\d/.test(token)) {
      if (before !== undefined && /^[^\d.-]/.test(before)) open();
      list.push({ number: token });
    } else {
      const isAfterNumber = before !== undefined && /^\d/.test(before);
      // `1.0.RC1` is `1.0-RC1`.
      const isQualifier = (next === undefined || /^\d/.test(next)) && list.length > 0;
      if (isAfterNumber || isQualifier) open();
      const short = next !== undefined && /^\d/.test(next) ? SHORT[token] : undefined;
      const word = short ?? token;
      list.push({ word: Object.hasOwn(OTHER_NAMES, word) ? OTHER_NAMES[word]! : word });
    }
  }
  for (const each of lists.toReversed()) normalise(each);
  return root;
}

/** Removes items that do not count at the end of a list: `1.0.0` is `1`, and `1-ga` is `1`. */
function normalise(list: Item[]): void {
  for (let at = list.length - 1; at >= 0; at -= 1) {
    const item = list[at]!;
    if (isNothing(item)) list.splice(at, 1);
    else if (!Array.isArray(item)) break;
  }
}

const isNothing = (item: Item): boolean =>
  isList(item) ? item.length === 0 : 'number' in item ? /^0+$/.test(item.number) : item.word === '';

const isList = (item: Item): item is readonly Item[] => Array.isArray(item);

function compareItems(a: readonly Item[], b: readonly Item[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [one, other] = [a[at], b[at]];
    const order = one === undefined ? -compareItem(other!, undefined) : compareItem(one, other);
    if (order !== 0) return order;
  }
  return 0;
}

/** A missing item is a release. Words come before lists, and lists before numbers. */
function compareItem(item: Item, other: Item | undefined): number {
  if (isList(item)) {
    if (other === undefined) {
      for (const each of item) {
        const order = compareItem(each, undefined);
        if (order !== 0) return order;
      }
      return 0;
    }
    if (isList(other)) return compareItems(item, other);
    return 'number' in other ? -1 : 1;
  }
  if ('number' in item) {
    if (other === undefined) return isNothing(item) ? 0 : 1;
    return !isList(other) && 'number' in other ? compareNumbers(item.number, other.number) : 1;
  }
  if (other === undefined) return compareWords(item.word, '');
  return !isList(other) && 'word' in other ? compareWords(item.word, other.word) : -1;
}

/** Words that Maven does not know come after those that it knows. */
function compareWords(a: string, b: string): number {
  const [one, other] = [QUALIFIERS.indexOf(a), QUALIFIERS.indexOf(b)];
  const rank = (at: number) => (at < 0 ? QUALIFIERS.length : at) - RELEASE;
  return rank(one) - rank(other) || (one < 0 ? compareText(a, b) : 0);
}
