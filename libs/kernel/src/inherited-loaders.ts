import { resolve } from 'node:path';

const LOADERS = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader']);

/**
 * The options of Node.js with which this process loads modules in another way, such as TypeScript sources, for the
 * processes and threads that it starts. Other options stay behind: a debugger's port can be listened on once only.
 *
 * @param execArgv the options of this process
 * @returns options with absolute paths, since a child may start in another folder
 */
export function inheritedLoaders(execArgv: readonly string[] = process.execArgv): string[] {
  return execArgv.flatMap((option, index) => {
    const [name = '', value] = option.split('=', 2);
    if (!LOADERS.has(name)) return [];
    const module = value ?? execArgv[index + 1] ?? '';
    return [name, module.startsWith('.') ? resolve(module) : module];
  });
}
