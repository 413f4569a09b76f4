import type { Ecosystem } from '@assay/advisories';
import type { PackageList, PackagesRecord } from '@assay/target-records';

/** A package as its distribution builds it: one source may have given several that are installed. */
export interface SystemPackage {
  readonly name: string;
  readonly version: string;
  /** The names of what is installed of it, in order. */
  readonly installed: readonly string[];
}

/** The release of the system, as advisories name it; undefined where `os-release` is none of a known one. */
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
    default:
      return undefined;
  }
}

/** What a list says is installed, by source package and version. */
export function packagesIn({ kind, text = '' }: PackageList): SystemPackage[] {
  const packages = new Map<string, { name: string; version: string; installed: Set<string> }>();
  for (const paragraph of text.split(/\n\s*\n/)) {
    const read = kind === 'apk' ? ofApk(paragraph) : ofDpkg(paragraph);
    if (read === undefined) continue;
    const key = `${read.name}\0${read.version}`;
    const known = packages.get(key) ?? { name: read.name, version: read.version, installed: new Set<string>() };
    packages.set(key, known);
    known.installed.add(read.binary);
  }
  return [...packages.values()].map(({ installed, ...rest }) => ({ ...rest, installed: [...installed].sort() }));
}

interface Installed {
  readonly name: string;
  readonly version: string;
  readonly binary: string;
}

/** A source of another name or version stands behind `Source`: `openssl`, `glibc (2.36-9)`. */
function ofDpkg(paragraph: string): Installed | undefined {
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'm').exec(paragraph)?.[1]?.trim();
  const [binary, version, status] = [field('Package'), field('Version'), field('Status')];
  if (!binary || !version || (status !== undefined && !status.endsWith(' installed'))) return undefined;
  const [, source = binary, sourceVersion = version] = /^(\S+)(?: \(([^)]+)\))?$/.exec(field('Source') ?? '') ?? [];
  return { name: source, version: sourceVersion, binary };
}

function ofApk(paragraph: string): Installed | undefined {
  const field = (letter: string) => new RegExp(`^${letter}:(.*)$`, 'm').exec(paragraph)?.[1]?.trim();
  const [binary, version, origin] = [field('P'), field('V'), field('o')];
  return binary && version ? { name: origin || binary, version, binary } : undefined;
}
