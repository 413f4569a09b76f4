import type { Ecosystem } from '@assay/advisories';
import type { ImagePackageList, PackagesRecord } from '@assay/target-records';

/** A source package of a distribution. Several installed packages may come from one source. */
export interface SystemPackage {
  readonly name: string;
  readonly version: string;
  /** The names of its installed packages, in order. */
  readonly installed: readonly string[];
}

/** The systems whose releases are known. */
export const SYSTEMS = 'Debian, Ubuntu, Alpine, Rocky Linux or AlmaLinux';

/** The release of the system, as advisories name it; undefined if `os-release` names no known release. */
export function ecosystemOf({ release = '' }: PackagesRecord): Ecosystem | undefined {
  const field = (name: string) =>
    new RegExp(`^${name}=(?:"([^"\\n]*)"|([^\\s"]*))$`, 'm').exec(release.slice(0, 10_000))?.slice(1).find(Boolean);
  const [id, version] = [field('ID'), field('VERSION_ID')];
  if (id === undefined || version === undefined) return undefined;
  switch (id) {
    case 'debian':
      return { name: 'Debian', release: version };
    case 'ubuntu':
      return { name: 'Ubuntu', release: /LTS/.test(field('VERSION') ?? '') ? `${version}:LTS` : version };
    case 'alpine':
      return { name: 'Alpine', release: `v${version.split('.').slice(0, 2).join('.')}` };
    case 'rocky':
      return { name: 'Rocky Linux', release: version.split('.')[0]! };
    case 'almalinux':
      return { name: 'AlmaLinux', release: version.split('.')[0]! };
    default:
      return undefined;
  }
}

/** The installed packages of a list, by source package and version. */
export function packagesIn(list: ImagePackageList): SystemPackage[] {
  const packages = new Map<string, { name: string; version: string; installed: Set<string> }>();
  for (const { source, sourceVersion, name } of installedIn(list)) {
    const key = `${source}\0${sourceVersion}`;
    const known = packages.get(key) ?? { name: source, version: sourceVersion, installed: new Set<string>() };
    packages.set(key, known);
    known.installed.add(name);
  }
  return [...packages.values()].map(({ installed, ...rest }) => ({ ...rest, installed: [...installed].sort() }));
}

/** An installed package. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly sourceVersion: string;
  readonly architecture: string | undefined;
  readonly licence: string | undefined;
  /** Names of its dependencies, which may be virtual packages. The alternatives of one dependency are together. */
  readonly needs: readonly (readonly string[])[];
  /** The virtual packages that it provides besides its own name. */
  readonly provides: readonly string[];
}

export const installedIn = ({ kind, text = '' }: ImagePackageList): InstalledPackage[] =>
  text.split(/\n\s*\n/).flatMap((paragraph) => READERS[kind](paragraph) ?? []);

/** The field `Source` has a differing name or version of the source: `openssl`, `glibc (2.36-9)`. */
function ofDpkg(paragraph: string): InstalledPackage | undefined {
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'm').exec(paragraph)?.[1]?.trim();
  const [name, version, status] = [field('Package'), field('Version'), field('Status')];
  if (!name || !version || (status !== undefined && !status.endsWith(' installed'))) return undefined;
  const [, source = name, sourceVersion = version] = /^(\S+)(?: \(([^)]+)\))?$/.exec(field('Source') ?? '') ?? [];
  const asked = [field('Pre-Depends'), field('Depends')].flatMap((each) => each?.split(',') ?? []);
  return {
    name,
    version,
    source,
    sourceVersion,
    architecture: field('Architecture'),
    licence: undefined,
    needs: asked.map((each) => each.split('|').flatMap(nameIn)),
    provides: field('Provides')?.split(',').flatMap(nameIn) ?? [],
  };
}

/** `libc6:any (>= 2.36)`, `so:libc.musl-x86_64.so.1=1`. */
const nameIn = (text: string): string[] =>
  /^\s*([^\s:(=<>~]+(?::[^\s(=<>~]+)?)/.exec(text)?.slice(1, 2).map(withoutArchitecture) ?? [];

const withoutArchitecture = (name: string): string => name.replace(/:(?:any|native|all|amd64|arm64|i386|armhf)$/, '');

/** The file name of the source package has its name and version: `openssl-3.0.7-27.el9.src.rpm`. */
function ofRpm(paragraph: string): InstalledPackage | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1];
  const [name, version] = [field('Package'), field('Version')];
  if (!name || !version) return undefined;
  const [, source = name, built] = /^(.+)-([^-]+-[^-]+)\.(?:no)?src\.rpm$/.exec(field('Source') ?? '') ?? [];
  const epoch = /^\d+:/.exec(version)?.[0] ?? '';
  return {
    name,
    version,
    source,
    sourceVersion: built === undefined ? version : `${epoch}${built}`,
    architecture: field('Architecture'),
    licence: field('License'),
    needs:
      field('Requires')
        ?.split(', ')
        .map((each) => [each]) ?? [],
    provides: field('Provides')?.split(', ') ?? [],
  };
}

const READERS: Readonly<Record<ImagePackageList['kind'], (paragraph: string) => InstalledPackage | undefined>> = {
  dpkg: ofDpkg,
  apk: ofApk,
  rpm: ofRpm,
};

function ofApk(paragraph: string): InstalledPackage | undefined {
  const field = (letter: string) => new RegExp(`^${letter}:(.*)$`, 'm').exec(paragraph)?.[1]?.trim();
  const [name, version, origin] = [field('P'), field('V'), field('o')];
  if (!name || !version) return undefined;
  const words = (letter: string) =>
    field(letter)
      ?.split(/\s+/)
      .filter((word) => word !== '' && !word.startsWith('!')) ?? [];
  return {
    name,
    version,
    source: origin || name,
    sourceVersion: version,
    architecture: field('A'),
    licence: field('L'),
    needs: words('D').map(nameIn),
    provides: words('p').flatMap(nameIn),
  };
}
