import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { inheritedLoaders } from '@assay/kernel';

/** The folder of this installation: the nearest one that has dependencies. */
function installation(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'node_modules'))) {
    if (dirname(folder) === folder) throw new Error(`no folder above ${__dirname} has node_modules`);
    folder = dirname(folder);
  }
  return folder;
}

/** Folders of the project that hold code. The installation itself is not among them: it may hold data and keys. */
const SOURCES = ['libs', 'projections', 'workflows'];

/**
 * The files and folders from which a child process of this project loads its code: the build or the sources, whichever
 * runs here, the dependencies, and what compiles the sources.
 */
export function ownCode(): readonly string[] {
  const root = installation();
  const build = join(root, 'dist');
  const code = __dirname.startsWith(build + sep) ? [build] : SOURCES.map((name) => join(root, name));
  return [...code, join(root, 'package.json'), ...dependencies(root), ...loaders()].filter((path) => existsSync(path));
}

/** Node looks for packages in every folder above, too. */
function dependencies(root: string): string[] {
  const here = join(root, 'node_modules');
  return dirname(root) === root ? [here] : [here, ...dependencies(dirname(root))];
}

const loaders = (): string[] =>
  inheritedLoaders()
    .filter((value) => isAbsolute(value))
    .map((file) => dirname(file));
