import { posix } from 'node:path';
import type { LanguageOfTarget } from '../interpret/run';
import type { ModuleForm } from '../ir';

type Modules = ReadonlyMap<string, ModuleForm>;

/** `node:fs/promises` is `fs.promises`. */
const dotted = (module: string, name: string | undefined): string => {
  const path = module.replace(/^node:/, '').replaceAll('/', '.');
  return name === undefined || name === 'default' ? path : `${path}.${name}`;
};

const ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mts',
  '.cts',
  '.mjs',
  '.cjs',
  '/index.ts',
  '/index.tsx',
  '/index.js',
];

export function javascriptOf(modules: Modules): LanguageOfTarget {
  const find = (path: string): ModuleForm | undefined => {
    for (const ending of ENDINGS) {
      const found = modules.get(`${path}${ending}`);
      if (found) return found;
    }
    // TypeScript names the file that it will write.
    return /\.[cm]?js$/.test(path) ? modules.get(path.replace(/js$/, 'ts')) : undefined;
  };
  const resolve = (file: string, module: string) => {
    if (module.startsWith('.')) return find(posix.join(posix.dirname(file), module).replace(/\/$/, ''));
    // The two customary names of a project's own root.
    const own = /^(?:@|~)\/(.+)$/.exec(module)?.[1];
    return own === undefined ? undefined : (find(own) ?? find(`src/${own}`) ?? find(`app/${own}`));
  };
  return { resolve, pathOf: dotted };
}

/** A package may lie in any folder that the interpreter is told to look in: the shortest path wins. */
export function pythonOf(modules: Modules): LanguageOfTarget {
  const byName = new Map<string, ModuleForm>();
  for (const file of [...modules.keys()].sort((one, other) => one.length - other.length)) {
    const parts = file.replace(/(?:\/__init__)?\.py$/, '').split('/');
    for (let from = 0; from < parts.length; from++) {
      const name = parts.slice(from).join('.');
      if (!byName.has(name)) byName.set(name, modules.get(file)!);
    }
  }
  const resolve = (file: string, module: string) => {
    const dots = /^\.*/.exec(module)![0].length;
    if (dots === 0) return byName.get(module);
    const folder = posix.dirname(file).split('/');
    const base = folder.slice(0, folder.length - dots + 1);
    const path = [...base, ...module.slice(dots).split('.')].filter((part) => part !== '' && part !== '.').join('/');
    return modules.get(`${path}.py`) ?? modules.get(`${path}/__init__.py`);
  };
  return { resolve, pathOf: dotted };
}

/** Rows name classes that are not of the target by their simple names: `jakarta` and `javax` have the same. */
export function javaOf(modules: Modules): LanguageOfTarget {
  const byName = new Map<string, ModuleForm>();
  for (const [file, form] of modules) {
    const parts = file.replace(/\.java$/, '').split('/');
    for (let from = 0; from < parts.length; from++) byName.set(parts.slice(from).join('.'), form);
  }
  return {
    resolve: (file, module) =>
      module.startsWith('.')
        ? modules.get(posix.join(posix.dirname(file), `${module.slice(1)}.java`))
        : byName.get(module),
    pathOf: (module, name) => name ?? module,
  };
}
