import { resolve } from 'node:path';

const LOADERS = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader']);

/**
 * The Node.js options that change how this process loads modules, such as TypeScript sources. Processes and threads
 * that it starts need them too. Other options are not passed on: only one process can listen on a debugger's port.
 *
 * @param execArgv the options of this process
 * @returns options with absolute paths, because a child may start in another folder
 */
export function inheritedLoaders(execArgv: readonly string[] = process.execArgv): string[] {
  return execArgv.flatMap((option, index) => {
    const [name = '', value] = option.split('=', 2);
    if (!LOADERS.has(name)) return [];
    const module = value ?? execArgv[index + 1] ?? '';
    return [name, module.startsWith('.') ? resolve(module) : module];
  });
}
