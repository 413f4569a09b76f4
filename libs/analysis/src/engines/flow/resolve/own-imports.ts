import { posix } from 'node:path';
import type { ModuleForm } from '../ir';
import { type DescribedPackage, entriesOf } from './packages';

type Find = (path: string) => ModuleForm | undefined;

/** Modules that Node.js has below others: no folder of a target is meant. */
const OF_NODE = new RegExp(
  '^(?:node:|(?:assert|dns|fs|inspector|path|readline|stream|timers|util)/' +
    '(?:strict|promises|posix|win32|web|consumers|types)$)',
);
/** `@/name`, `~/name`, `#/name`: from the root of the project. */
const FROM_ROOT = /^[@~#]\/(.+)$/;
/** `@server/name`, `$lib/name`, `utils/name`: from a folder of the project. */
const FROM_FOLDER = /^[@~#$]?([\w-]+)\/(.+)$/;
/** Folders that a project calls its root. */
const ROOTS = ['', 'src', 'app'];

/**
 * Finds the module of the target that an import without dots means: a package of the same repository by its name, or a
 * file by its path from the root or a folder of its project, as settings of TypeScript and of bundlers let a project
 * write them. The nearest folder with a package.json wins.
 * @returns undefined for packages of others
 */
export function importedByName(
  packages: ReadonlyMap<string, DescribedPackage>,
  find: Find,
): (folder: string, module: string) => ModuleForm | undefined {
  const folders = new Map<string, string>();
  for (const [folder, { name }] of packages) if (name !== undefined && !folders.has(name)) folders.set(name, folder);
  const ofPackage = (module: string): ModuleForm | undefined => {
    const [name, within] = partsOfName(module);
    const folder = folders.get(name);
    if (folder === undefined) return undefined;
    if (within === '')
      return entriesOf(folder, packages.get(folder)!, find)[0] ?? find(posix.join(folder, 'src/index'));
    return firstOf(['', 'src', 'lib', 'source'], (inside) => find(posix.join(folder, inside, within)));
  };
  const ofProject = (folder: string, module: string): ModuleForm | undefined => {
    const own = FROM_ROOT.exec(module)?.[1];
    const [, first, rest] = own === undefined ? (FROM_FOLDER.exec(module) ?? []) : [];
    const path = own ?? (first === undefined ? undefined : `${first}/${rest}`);
    if (path === undefined) return undefined;
    return firstOf(projectsAround(folder, packages), (root) =>
      firstOf(ROOTS, (inside) => find(posix.join(root, inside, path))),
    );
  };
  return (folder, module) => (OF_NODE.test(module) ? undefined : (ofPackage(module) ?? ofProject(folder, module)));
}

/** `@scope/name/within` is the package `@scope/name` and what lies within it. */
function partsOfName(module: string): readonly [name: string, within: string] {
  const parts = module.split('/');
  const length = module.startsWith('@') ? 2 : 1;
  return [parts.slice(0, length).join('/'), parts.slice(length).join('/')];
}

/** The folders with a package.json around a folder, the nearest first, and the root of the target. */
function projectsAround(folder: string, packages: ReadonlyMap<string, DescribedPackage>): readonly string[] {
  const around: string[] = [];
  for (let each = folder; each !== '.'; each = posix.dirname(each)) if (packages.has(each)) around.push(each);
  return [...around, '.'];
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => ModuleForm | undefined): ModuleForm | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}
