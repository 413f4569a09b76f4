import { clean, rcompare, satisfies, valid, validRange } from 'semver';
import { PackageUnreadable } from './errors';
import { type Packument, deprecation } from './packument';

const LOOSE = { loose: true } as const;

/**
 * Chooses the version that `npm install` would take:
 *
 * - A version or a tag is taken as it is.
 * - For a range, `latest` is taken if it is in the range, else the highest version. A deprecated version is taken only
 *   if there is no other.
 *
 * Unlike npm, it does not prefer versions that this machine's Node could run, because nothing is run.
 * @throws PackageUnreadable
 */
export function chooseVersion(packument: Packument, wanted: string): string {
  const { name, versions, distTags } = packument;
  const found = find(packument, wanted);
  if (found !== undefined && versions.has(found)) return found;
  if (versions.size === 0) throw new PackageUnreadable(name, 'missing version', 'it has no version any more');
  throw new PackageUnreadable(
    name,
    'missing version',
    `it has no version that is "${wanted}"${distTags.has('latest') ? `; the latest is ${distTags.get('latest')}` : ''}`,
  );
}

function find({ versions, distTags }: Packument, wanted: string): string | undefined {
  if (valid(wanted, LOOSE) !== null) return clean(wanted, LOOSE) ?? undefined;
  if (validRange(wanted, LOOSE) === null) return distTags.get(wanted);
  const deprecated = (version: string) => deprecation(versions.get(version)!) !== undefined;
  const latest = distTags.get('latest');
  if (
    latest !== undefined &&
    versions.has(latest) &&
    !deprecated(latest) &&
    (wanted === '*' || satisfies(latest, wanted, LOOSE))
  )
    return latest;
  return [...versions.keys()]
    .filter((version) => satisfies(version, wanted, LOOSE))
    .sort((a, b) => Number(deprecated(a)) - Number(deprecated(b)) || rcompare(a, b, LOOSE))[0];
}
