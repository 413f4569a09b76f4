import type { ListedPackage } from '@assay/analysis';
import type { ListedPart } from '@assay/scanning';
import { PackageURL } from 'packageurl-js';

type Ecosystem = ListedPart['ecosystem'];

/** The type of package URLs for each ecosystem whose lists are read. */
const TYPES: Readonly<Partial<Record<Ecosystem['name'], string>>> = {
  npm: 'npm',
  PyPI: 'pypi',
  'crates.io': 'cargo',
  Go: 'golang',
  Maven: 'maven',
  Packagist: 'composer',
  RubyGems: 'gem',
  NuGet: 'nuget',
  Debian: 'deb',
  Ubuntu: 'deb',
  Alpine: 'apk',
  'Rocky Linux': 'rpm',
  AlmaLinux: 'rpm',
};
/** The namespace of the packages of each system. */
const OF_SYSTEMS: Readonly<Partial<Record<Ecosystem['name'], string>>> = {
  Debian: 'debian',
  Ubuntu: 'ubuntu',
  Alpine: 'alpine',
  'Rocky Linux': 'rocky',
  AlmaLinux: 'almalinux',
};

export const isOfSystem = ({ name }: Ecosystem): boolean => OF_SYSTEMS[name] !== undefined;

export interface Identity {
  readonly purl: string;
  /** The namespace before the name: a scope of npm, a group of Maven. */
  readonly group: string | undefined;
  readonly name: string;
  readonly version: string;
}

/** The package URL of a package. @returns undefined for what has no name in its ecosystem */
export function identityOf(
  ecosystem: Ecosystem,
  { name, version, architecture, builtFrom }: ListedPackage,
): Identity | undefined {
  const type = TYPES[ecosystem.name];
  if (type === undefined) return undefined;
  const system = OF_SYSTEMS[ecosystem.name];
  const isInstalled = system !== undefined;
  const [group, own] = isInstalled ? [system, name] : split(name, ecosystem.name === 'Maven');
  // The lists of Go's modules are looked up without it, and its tools write it.
  const shown = ecosystem.name === 'Go' && /^\d/.test(version) ? `v${version}` : version;
  // rpm's epoch stands for itself.
  const [, epoch, plain = shown] = (type === 'rpm' && /^(\d+):(.*)$/.exec(shown)) || [];
  const qualifiers = {
    ...(architecture !== undefined && { arch: architecture }),
    ...(isInstalled && ecosystem.release !== undefined && { distro: distribution(system, ecosystem.release) }),
    ...(builtFrom !== undefined && { upstream: builtFrom }),
    ...(epoch !== undefined && { epoch }),
  };
  try {
    const purl = new PackageURL(type, group, own, plain, isInstalled ? qualifiers : undefined, undefined).toString();
    return { purl, group: isInstalled ? undefined : group, name: own, version: shown };
  } catch {
    return undefined; // the library refuses names that the ecosystem does not allow
  }
}

function split(name: string, isMaven: boolean): [group: string | undefined, own: string] {
  const at = name.lastIndexOf(isMaven ? ':' : '/');
  return at <= 0 ? [undefined, name] : [name.slice(0, at), name.slice(at + 1)];
}

/** `22.04:LTS` and `v3.19`, as advisories name releases. */
const distribution = (system: string, release: string): string =>
  `${system}-${release.replace(/^v/, '').replace(/:.*$/, '')}`;
