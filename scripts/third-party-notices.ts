import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
export const NOTICES_FILE = join(ROOT, 'THIRD_PARTY_NOTICES.md');

/** The fields of an entry of package-lock.json that are used here. Old packages name several licences in a list. */
interface LockedPackage {
  readonly version: string;
  readonly name?: string;
  readonly license?: string | readonly string[];
  readonly dev?: boolean;
  /** Set if the entry stands for a workspace: its files are elsewhere in the project. */
  readonly link?: boolean;
}

/** The keys are paths: '' is the project itself, `node_modules/a/node_modules/b` the `b` that only `a` resolves. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface ProductionPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; undefined if neither the package nor {@link READ_BY_HAND} has one. */
  readonly licence: string | undefined;
}

const LEGACY_FIELD = 'the field "licenses" of its package.json, which npm does not read';
const LICENCE_FILE = 'its licence file; its package.json names none';
const READ_ME = 'its read-me file; its package.json names none';

/**
 * Packages whose licence npm does not recognise, and the file in which a person has read it. The version is part of the
 * key, so that somebody looks again when it changes.
 */
export const READ_BY_HAND: Readonly<Record<string, { readonly licence: string; readonly readIn: string }>> = {
  'callsite@1.0.0': { licence: 'MIT', readIn: READ_ME },
  'cli-table@0.3.11': { licence: 'MIT', readIn: LICENCE_FILE },
  'event-stream@3.1.7': { licence: 'MIT', readIn: LICENCE_FILE },
  'format@0.2.2': { licence: 'MIT', readIn: LEGACY_FIELD },
  'map-stream@0.1.0': { licence: 'MIT', readIn: LICENCE_FILE },
  'parse-cache-control@1.0.1': { licence: 'BSD-3-Clause', readIn: `${LEGACY_FIELD}, and its licence file` },
  'pause-stream@0.0.11': { licence: 'MIT OR Apache-2.0', readIn: 'its licence file: "Dual Licensed"' },
  'split@0.2.10': { licence: 'MIT', readIn: LICENCE_FILE },
  'svg-tags@1.0.0': { licence: 'MIT', readIn: LEGACY_FIELD },
  'unionfs@4.6.0': { licence: 'Unlicense', readIn: LICENCE_FILE },
  'xtend@2.1.2': { licence: 'MIT', readIn: LEGACY_FIELD },
};

/** Names of licences that are not SPDX identifiers, each with the identifier that it means. */
const SPELLINGS: Readonly<Record<string, string>> = { 'CC BY-SA 4.0': 'CC-BY-SA-4.0' };

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
]);
const COPYLEFT = new Set(['CC-BY-SA-4.0', 'LGPL-3.0-only', 'MPL-2.0']);

/** How the service uses the packages whose licence requires more than a notice. None of them is modified. */
export const COPYLEFT_USES: Readonly<Record<string, string>> = {
  '@cspell/dict-en-common-misspellings': 'data: a word list that CSpell reads, in a child process',
  '@sonarsource/analyzer-commons-configurations': 'data: settings that eslint-plugin-sonarjs reads, in a child process',
  'axe-core':
    'library: injected into the page under test, in a browser of its own, by the page engine and by Lighthouse',
  'eslint-plugin-no-unsanitized': 'library: loaded by ESLint, in a child process',
  'eslint-plugin-sonarjs': 'library: loaded by ESLint, in a child process',
};

/** Programs that the service starts or talks to. No lockfile has them, so they are listed here by hand. */
const PROGRAMS: readonly (readonly [name: string, licence: string, use: string])[] = [
  ['Chromium', 'BSD-3-Clause', 'loads pages; in the container image, from Debian'],
  ['git', 'GPL-2.0-only', 'clones repositories; in the container image, from Debian'],
  ['Node.js', 'MIT', 'runs the service; in the container image'],
  ['tini', 'MIT', 'first process of the container; in the container image, from Debian'],
  [
    'util-linux',
    'GPL-2.0-or-later',
    'unshare, setpriv and prlimit confine engines; in the container image, from Debian',
  ],
  ['EventStoreDB', 'Event Store License v2', 'keeps events where it is set up; fetched by docker-compose.yml'],
  ['MongoDB', 'SSPL-1.0', 'keeps read models where it is set up; fetched by docker-compose.yml'],
  ['PostgreSQL', 'PostgreSQL', "Temporal's database; fetched by docker-compose.yml"],
  ['Temporal', 'MIT', 'runs sessions where it is set up; fetched by docker-compose.yml'],
];

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The packages with a licence that this project has not judged. */
export const withoutKnownLicence = (packages: readonly ProductionPackage[]): readonly ProductionPackage[] =>
  packages.filter(
    ({ licence }) => !licence || identifiersOf(licence).some((id) => !PERMISSIVE.has(id) && !COPYLEFT.has(id)),
  );

/** Whether every alternative of a licence requires more than a notice. */
export const isCopyleft = (licence: string): boolean =>
  licence.split(' OR ').every((choice) => identifiersOf(choice).some((id) => COPYLEFT.has(id)));

/**
 * The packages that `npm ci --omit=dev` installs on any platform, each version once. They include packages that both a
 * development tool and an optional dependency need (`devOptional`).
 */
export function productionPackages({ packages }: Lockfile): readonly ProductionPackage[] {
  const found = new Map<string, ProductionPackage>();
  for (const [path, { name = path.split('node_modules/').at(-1)!, version, license, dev, link }] of Object.entries(
    packages,
  )) {
    // Entries outside `node_modules`, the project and its workspaces, are our own.
    if (!path.includes('node_modules/') || link || dev) continue;
    const key = `${name}@${version}`;
    found.set(key, { name, version, licence: READ_BY_HAND[key]?.licence ?? expressionOf(license) });
  }
  return [...found.values()].sort((a, b) => byText(a.name, b.name) || byText(a.version, b.version));
}

export function thirdPartyNotices(lockfile: Lockfile): string {
  const packages = productionPackages(lockfile);
  const groups = grouped(packages, ({ licence }) => licence ?? 'unknown');
  const byCount = [...groups].sort(([a, ones], [b, others]) => others.length - ones.length || byText(a, b));
  const copyleft = packages.filter(({ licence }) => licence && isCopyleft(licence));
  return (
    [
      '# Third-party notices',
      'Assay is licensed under the Apache License 2.0 ([LICENSE](LICENSE)). It installs the packages below, ' +
        'unchanged, for one platform or another. Each is under its own licence, whose text and copyright notice ' +
        'are in the folder of the package below `node_modules`.',
      '`npm run notices` writes this file from `package-lock.json`; a test compares them.',
      `## Packages whose licence asks for more than a notice (${copyleft.length})`,
      table(
        ['package', 'version', 'licence', 'use'],
        copyleft.map(({ name, version, licence }) => [name, version, licence!, COPYLEFT_USES[name] ?? 'unknown']),
      ),
      '## Programs that are no packages',
      'The service starts them, or talks to them over a network. Each is a separate program.',
      table(['program', 'licence', 'use'], PROGRAMS),
      `## All packages by licence (${packages.length})`,
      table(
        ['licence', 'packages'],
        byCount.map(([licence, members]) => [licence, String(members.length)]),
      ),
      ...byCount.flatMap(([licence, members]) => [
        `### ${licence} (${members.length})`,
        table(
          ['package', 'version', 'licence'],
          [...grouped(members, ({ name }) => name)].map(([name, same]) => [
            name,
            same.map(({ version }) => version).join(', '),
            licence,
          ]),
        ),
      ]),
      '## Licences that were read by hand',
      'These packages name no licence in the form that npm recognises.',
      table(
        ['package', 'licence', 'read in'],
        Object.entries(READ_BY_HAND).map(([key, { licence, readIn }]) => [key, licence, readIn]),
      ),
    ].join('\n\n') + '\n'
  );
}

const identifiersOf = (licence: string): string[] => licence.split(/ (?:AND|OR) |[()]/).filter((id) => id !== '');

function expressionOf(license: LockedPackage['license']): string | undefined {
  if (typeof license !== 'string') return license?.join(' OR ');
  const expression = /^\(([^()]*)\)$/.exec(license)?.[1] ?? license;
  return SPELLINGS[expression] ?? expression;
}

/** Groups in the order of their first members. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const readLockfile = (): Lockfile =>
  JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;

if (require.main === module) writeFileSync(NOTICES_FILE, thirdPartyNotices(readLockfile()));
