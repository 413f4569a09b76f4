import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Whether a relative import may mean a file in a language that dependency-cruiser does not support: `./Shop` for
 * `Shop.vue`, `Shop.gjs` or `Shop/index.coffee`.
 * @param source the path of the importing file, below the root
 * @param specifier stays inside the tree
 */
export function isInOtherLanguage(root: string, source: string, specifier: string): boolean {
  const path = posix.join(posix.dirname(source), specifier).replace(/\/$|\.[cm]?[jt]sx?$/, '');
  const folder = join(root, posix.dirname(path));
  return hasNamed(folder, posix.basename(path)) || hasNamed(join(root, path), 'index');
}

/** Whether a folder has a file of that name with any extension. */
const hasNamed = (folder: string, name: string): boolean =>
  namesIn(folder).some((each) => each.startsWith(`${name}.`) && each.length > name.length + 1);

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
