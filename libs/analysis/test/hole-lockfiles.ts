import type { EcosystemName } from '@assay/advisories';
import { WRITTEN } from './hole-shapes';

type Packages = readonly (readonly [name: string, version: string])[];

/** A kind of lockfile of an ecosystem, and how it records packages that need nothing. */
export interface HoleLockfile {
  /** Lockfiles of several kinds go by one name. */
  readonly kind: string;
  readonly ecosystem: EcosystemName;
  readonly file: string;
  readonly lockfile: (packages: Packages) => string;
}

const joined = (packages: Packages, before: string, entry: (name: string, version: string) => string): string =>
  `${before}\n${packages.map(([name, version]) => entry(name, version)).join('\n')}\n`;

const OTHERS: readonly HoleLockfile[] = [
  {
    kind: 'pnpm-lock.yaml, version 6',
    ecosystem: 'npm',
    file: 'pnpm-lock.yaml',
    lockfile: (packages) =>
      joined(
        packages,
        "lockfileVersion: '6.0'\n\npackages:\n",
        (name, version) => `  /${name}@${version}:\n    resolution: {integrity: sha512-x}\n    dev: false\n`,
      ),
  },
  {
    kind: 'pnpm-lock.yaml, version 9',
    ecosystem: 'npm',
    file: 'pnpm-lock.yaml',
    lockfile: (packages) =>
      joined(
        packages,
        "lockfileVersion: '9.0'\n\npackages:\n",
        (name, version) => `  '${name}@${version}':\n    resolution: {integrity: sha512-x}\n`,
      ),
  },
  {
    kind: 'yarn.lock, version 1',
    ecosystem: 'npm',
    file: 'yarn.lock',
    lockfile: (packages) =>
      joined(
        packages,
        '# yarn lockfile v1\n',
        (name, version) =>
          `"${name}@${version}":\n  version "${version}"\n` +
          `  resolved "https://registry.example/${name}/-/${name.split('/')[1]}-${version}.tgz"\n`,
      ),
  },
  {
    kind: 'yarn.lock of Yarn 4',
    ecosystem: 'npm',
    file: 'yarn.lock',
    lockfile: (packages) =>
      joined(
        packages,
        '__metadata:\n  version: 8\n  cacheKey: 10\n',
        (name, version) =>
          `"${name}@npm:${version}":\n  version: ${version}\n  resolution: "${name}@npm:${version}"\n` +
          '  languageName: node\n  linkType: hard\n',
      ),
  },
  {
    kind: 'poetry.lock',
    ecosystem: 'PyPI',
    file: 'poetry.lock',
    lockfile: (packages) =>
      joined(
        packages,
        '',
        (name, version) => `[[package]]\nname = "${name}"\nversion = "${version}"\noptional = false\nfiles = []\n`,
      ),
  },
  {
    kind: 'uv.lock',
    ecosystem: 'PyPI',
    file: 'uv.lock',
    lockfile: (packages) =>
      joined(
        packages,
        'version = 1\nrequires-python = ">=3.12"\n',
        (name, version) =>
          `[[package]]\nname = "${name}"\nversion = "${version}"\n` +
          'source = { registry = "https://registry.example/simple" }\n',
      ),
  },
  {
    kind: 'Pipfile.lock',
    ecosystem: 'PyPI',
    file: 'Pipfile.lock',
    lockfile: (packages) =>
      JSON.stringify({
        _meta: { 'pipfile-spec': 6, sources: [] },
        default: Object.fromEntries(packages.map(([name, version]) => [name, { version: `==${version}` }])),
        develop: {},
      }),
  },
  {
    kind: 'pom.xml',
    ecosystem: 'Maven',
    file: 'pom.xml',
    lockfile: (packages) =>
      joined(
        packages,
        '<project><modelVersion>4.0.0</modelVersion>\n' +
          '<groupId>x</groupId><artifactId>shop</artifactId><version>1</version>\n<dependencies>',
        (name, version) => {
          const [group, artifact] = name.split(':');
          const id = `<groupId>${group}</groupId><artifactId>${artifact}</artifactId>`;
          return `<dependency>${id}<version>${version}</version></dependency>`;
        },
      ) + '</dependencies></project>\n',
  },
];

/** One lockfile of each ecosystem, then those of other kinds. */
export const HOLE_LOCKFILES: readonly HoleLockfile[] = [
  ...Object.entries(WRITTEN).map(([ecosystem, { file, lockfile }]) => ({
    ...{ kind: file, ecosystem: ecosystem as EcosystemName },
    ...{ file, lockfile },
  })),
  ...OTHERS,
];
