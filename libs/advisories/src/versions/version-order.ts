/** How an ecosystem orders its versions. */
export interface VersionOrder {
  /** Whether the text is a version by the ecosystem's rules. Others are never said to be affected by a range. */
  isVersion(text: string): boolean;
  /** Below 0 where `a` comes before `b`, 0 where they are the same version. Both are versions. */
  compare(a: string, b: string): number;
  /** Whether the version is a pre-release, so that no fix leads to it. Default: none is. */
  isPreRelease?(text: string): boolean;
  /** The published version of a local build (see PEP 440). Default: the version itself. */
  published?(text: string): string;
}

/** Longer texts are not versions. This bounds the time of a comparison. */
export const LONGEST_VERSION = 200;

/** Compares whole numbers of any length, in decimal digits. */
export function compareNumbers(a: string, b: string): number {
  const [one, other] = [a.replace(/^0+(?=\d)/, ''), b.replace(/^0+(?=\d)/, '')];
  return one.length - other.length || compareText(one, other);
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
