import { plainText } from '@assay/source-text';
import { type Packument, type VersionManifest, recordOf, textOf } from './packument';

/** Facts that only the registry knows, for tools that judge a package by them. Plain JSON. */
export interface PackageFacts {
  readonly distTags: Readonly<Record<string, string>>;
  /** The number of versions. */
  readonly versions: number;
  /** ISO 8601. */
  readonly createdAt?: string;
  readonly modifiedAt?: string;
  /** The names of the maintainers. */
  readonly maintainers: readonly string[];
  readonly license?: string;
  readonly repository?: string;
  readonly homepage?: string;
  /** The scripts that an installer would run according to the registry. The package.json inside may differ. */
  readonly installScripts: Readonly<Record<string, string>>;
  /** The number of dependencies by kind, according to the registry. */
  readonly dependencies: Readonly<Record<string, number>>;
  readonly signatures: number;
  readonly provenance: boolean;
}

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare'];
const DEPENDENCIES = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
  'bundleDependencies',
];
const MAX_ITEMS = 100;

export function packageFacts(packument: Packument, { raw }: VersionManifest): PackageFacts {
  const dist = recordOf(raw['dist']) ?? {};
  const createdAt = packument.times.get('created');
  const modifiedAt = packument.times.get('modified');
  const texts = {
    license: shown(textOf(raw['license']) ?? textOf(recordOf(raw['license'])?.['type'])),
    repository: shown(textOf(raw['repository']) ?? textOf(recordOf(raw['repository'])?.['url'])),
    homepage: shown(textOf(raw['homepage'])),
    createdAt,
    modifiedAt,
  };
  return {
    distTags: Object.fromEntries(
      [...packument.distTags]
        .slice(0, MAX_ITEMS)
        .map(([tag, version]) => [plainText(tag, 100), plainText(version, 100)]),
    ),
    versions: packument.versions.size,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    maintainers: listOf(packument.raw['maintainers'])
      .slice(0, MAX_ITEMS)
      .flatMap((each) => shown(textOf(each) ?? textOf(recordOf(each)?.['name'])) ?? []),
    installScripts: Object.fromEntries(
      INSTALL_SCRIPTS.flatMap((name) => {
        const script = shown(textOf(recordOf(raw['scripts'])?.[name]));
        return script === undefined ? [] : [[name, script]];
      }),
    ),
    dependencies: Object.fromEntries(
      DEPENDENCIES.map((kind) => [
        kind,
        Array.isArray(raw[kind]) ? raw[kind].length : Object.keys(recordOf(raw[kind]) ?? {}).length,
      ]),
    ),
    signatures: listOf(dist['signatures']).length,
    provenance: recordOf(dist['attestations']) !== undefined,
  };
}

const shown = (text: string | undefined): string | undefined => (text === undefined ? undefined : plainText(text, 500));
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
