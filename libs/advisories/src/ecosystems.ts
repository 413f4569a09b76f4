import { apkVersions } from './versions/apk';
import { debianVersions } from './versions/debian';
import { mavenVersions } from './versions/maven';
import { nugetVersions } from './versions/nuget';
import { packagistVersions } from './versions/packagist';
import { pep440Versions } from './versions/pep440';
import { rpmVersions } from './versions/rpm';
import { rubygemsVersions } from './versions/rubygems';
import { semanticVersions } from './versions/semantic';
import type { VersionOrder } from './versions/version-order';

interface EcosystemRules {
  readonly versions: VersionOrder;
  /** The form of a name by which the registry tells packages apart. Default: as written. */
  readonly normalise?: (name: string) => string;
  /** Whether the name of the ecosystem is followed by a release: `Debian:12`. */
  readonly released?: true;
}

const lower = (name: string): string => name.toLowerCase();

/** The ecosystems of OSV whose versions can be compared here, by the name that OSV gives them. */
const ECOSYSTEMS = {
  npm: { versions: semanticVersions },
  PyPI: { versions: pep440Versions, normalise: (name) => name.toLowerCase().replace(/[-_.]+/g, '-') },
  'crates.io': { versions: semanticVersions },
  Go: { versions: semanticVersions },
  Maven: { versions: mavenVersions },
  Packagist: { versions: packagistVersions, normalise: lower },
  RubyGems: { versions: rubygemsVersions },
  NuGet: { versions: nugetVersions, normalise: lower },
  Debian: { versions: debianVersions, released: true },
  Ubuntu: { versions: debianVersions, released: true },
  Alpine: { versions: apkVersions, released: true },
  'Rocky Linux': { versions: rpmVersions, released: true },
  AlmaLinux: { versions: rpmVersions, released: true },
  'Red Hat': { versions: rpmVersions, released: true },
} as const satisfies Readonly<Record<string, EcosystemRules>>;

export type EcosystemName = keyof typeof ECOSYSTEMS;

export const ECOSYSTEM_NAMES = Object.keys(ECOSYSTEMS) as EcosystemName[];

/** An ecosystem, with its release where it has releases: `{ name: 'Debian', release: '12' }`. */
export interface Ecosystem {
  readonly name: EcosystemName;
  readonly release?: string;
}

/**
 * Reads `npm` or `Debian:12`. Undefined for an unknown ecosystem, and for a release of an ecosystem without releases.
 */
export function parseEcosystem(text: string): Ecosystem | undefined {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const release = colon < 0 ? undefined : text.slice(colon + 1);
  if (!Object.hasOwn(ECOSYSTEMS, name)) return undefined;
  const known = name as EcosystemName;
  if (rulesOf(known).released !== true) return release === undefined ? { name: known } : undefined;
  return release === undefined || release === '' ? undefined : { name: known, release };
}

export const ecosystemText = ({ name, release }: Ecosystem): string =>
  release === undefined ? name : `${name}:${release}`;

const rulesOf = (name: EcosystemName): EcosystemRules => ECOSYSTEMS[name];

export const versionsOf = (name: EcosystemName): VersionOrder => rulesOf(name).versions;

/** The key of a package in the database of its ecosystem. */
export const packageKey = ({ name, release }: Ecosystem, packageName: string): string => {
  const normalised = rulesOf(name).normalise?.(packageName) ?? packageName;
  return release === undefined ? normalised : `${release}:${normalised}`;
};
