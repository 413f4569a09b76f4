import { plainText } from '@assay/source-text';
import { type Packument, type VersionManifest, recordOf, textOf } from './packument';

/** What a registry says that the files do not: for tools that judge a package by it. Plain JSON. */
export interface PackageFacts {
  readonly distTags: Readonly<Record<string, string>>;
  /** How many there are. */
  readonly versions: number;
  /** ISO 8601. */
  readonly createdAt?: string;
  readonly modifiedAt?: string;
  /** Their names. */
  readonly maintainers: readonly string[];
  readonly license?: string;
  readonly repository?: string;
  readonly homepage?: string;
  /** What an installer would run, as the registry has it: the package.json within may say otherwise. */
  readonly installScripts: Readonly<Record<string, string>>;
  /** Counts by kind, as the registry has them. */
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
const MOST = 100;

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
      [...packument.distTags].slice(0, MOST).map(([tag, version]) => [plainText(tag, 100), plainText(version, 100)]),
    ),
    versions: packument.versions.size,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    maintainers: listOf(packument.raw['maintainers'])
      .slice(0, MOST)
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
