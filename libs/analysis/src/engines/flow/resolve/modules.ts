import { posix } from 'node:path';
import type { ModuleForm } from '../ir';

/** Finds the file of the target that an import means. */
export type Resolve = (file: string, module: string) => ModuleForm | undefined;

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

export function resolveJavascript(modules: ReadonlyMap<string, ModuleForm>): Resolve {
  const find = (path: string): ModuleForm | undefined => {
    for (const ending of ENDINGS) {
      const found = modules.get(`${path}${ending}`);
      if (found) return found;
    }
    // TypeScript names the file that it will write.
    return /\.[cm]?js$/.test(path) ? modules.get(path.replace(/js$/, 'ts')) : undefined;
  };
  return (file, module) => {
    if (module.startsWith('.')) return find(posix.join(posix.dirname(file), module).replace(/\/$/, ''));
    // The two customary names of a project's own root.
    const own = /^(?:@|~)\/(.+)$/.exec(module)?.[1];
    return own === undefined ? undefined : (find(own) ?? find(`src/${own}`) ?? find(`app/${own}`));
  };
}

/** A package may lie in any folder that the interpreter is told to look in: the shortest path wins. */
export function resolvePython(modules: ReadonlyMap<string, ModuleForm>): Resolve {
  const byName = new Map<string, ModuleForm>();
  for (const file of [...modules.keys()].sort((one, other) => one.length - other.length)) {
    const parts = file.replace(/(?:\/__init__)?\.py$/, '').split('/');
    for (let from = 0; from < parts.length; from++) {
      const name = parts.slice(from).join('.');
      if (!byName.has(name)) byName.set(name, modules.get(file)!);
    }
  }
  return (file, module) => {
    const dots = /^\.*/.exec(module)![0].length;
    if (dots === 0) return byName.get(module);
    const folder = posix.dirname(file).split('/');
    const base = folder.slice(0, folder.length - dots + 1);
    const path = [...base, ...module.slice(dots).split('.')].filter((part) => part !== '' && part !== '.').join('/');
    return modules.get(`${path}.py`) ?? modules.get(`${path}/__init__.py`);
  };
}
