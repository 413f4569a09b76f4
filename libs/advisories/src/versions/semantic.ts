import { SemVer, compare, parse } from 'semver';
import { LONGEST_VERSION, type VersionOrder } from './version-order';

/** npm, Cargo and Go: Semantic Versioning. Go writes a `v` before a version, and OSV leaves it out. */
export const semanticVersions: VersionOrder = {
  isVersion: (text) => read(text) !== undefined,
  compare: (a, b) => compare(read(a)!, read(b)!),
  isPreRelease: (text) => (read(text)?.prerelease.length ?? 0) > 0,
};

/** OSV writes `0` for "from the beginning", and rows of some sources leave out the patch. */
function read(text: string): SemVer | undefined {
  if (text.length > LONGEST_VERSION) return undefined;
  const plain = text.replace(/^v(?=\d)/, '');
  const [, numbers, rest] = /^(\d+(?:\.\d+){0,2})(.*)$/s.exec(plain) ?? [];
  if (numbers === undefined) return undefined;
  const whole = `${numbers}${'.0'.repeat(3 - numbers.split('.').length)}${rest}`;
  return parse(whole) ?? undefined;
}
