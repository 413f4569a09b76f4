import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const FOLDERS = ['apps', 'libs', 'projections', 'workflows', 'bench', 'scripts', 'test'];

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifest = (folder: string) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
const own = manifest('.');
/** The packages that a small installation leaves out. */
const OPTIONAL = 'libs/analysis/optional';
const optional = readdirSync(join(ROOT, OPTIONAL)).map((folder) => manifest(join(OPTIONAL, folder)).dependencies);
const dependencies = Object.keys(
  Object.assign({}, own.dependencies, own.devDependencies, own.optionalDependencies, ...optional),
);

const sources = [
  ...readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile()),
  ...FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })).filter(
    (entry) => !/(^|\/)samples(\/|$)/.test(entry.parentPath),
  ),
]
  .filter((entry) => entry.isFile() && /(?<!package(-lock)?)\.([cm]?[jt]s|json)$/.test(entry.name))
  .map((entry) => readFileSync(join(entry.parentPath ?? ROOT, entry.name), 'utf8'));

/** The names of packages in quotes, with or without a path in them, or with an end that is computed at run time. */
const named = new Set<string>();
for (const source of sources)
  for (const [, name] of source.matchAll(/["'`]((?:@[\w.-]+\/)?[\w.-]+)(?=["'`/]|\$\{)/g)) named.add(name!);

describe('the dependencies', () => {
  it('are each named by a source, or needed beside another dependency', () => {
    const peers = new Set(
      dependencies
        .filter((name) => existsSync(join(ROOT, 'node_modules', name)))
        .flatMap((name) => Object.keys(manifest(join('node_modules', name)).peerDependencies ?? {})),
    );
    const typed = (name: string) => {
      const subject = name.slice('@types/'.length);
      return dependencies.includes(subject) || ['node', 'jest'].includes(subject);
    };
    const isNamed = (name: string) =>
      named.has(name) || [...named].some((start) => start.endsWith('-') && name.startsWith(start));
    const unused = dependencies.filter(
      (name) => !isNamed(name) && !peers.has(name) && !(name.startsWith('@types/') && typed(name)),
    );
    expect(unused).toEqual([]);
  });
});
