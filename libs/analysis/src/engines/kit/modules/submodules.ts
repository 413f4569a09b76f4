import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { EnginePass } from '../../engine';

/** A list of submodules has a hundred bytes for each. */
const MAX_BYTES = 256 * 1024;

/**
 * Whether a relative import leads into a submodule of the repository, whose files come from another repository and are
 * no part of the target.
 * @param source the path of the file that imports, below the root
 */
export function isInSubmodule(pass: EnginePass, source: string, specifier: string): boolean {
  const path = posix.join(posix.dirname(source), specifier);
  return submodulesOf(pass).some((folder) => path === folder || path.startsWith(`${folder}/`));
}

const known = new WeakMap<EnginePass, readonly string[]>();

/** The folders of the target whose files come from other repositories. */
export function submodulesOf(pass: EnginePass): readonly string[] {
  const before = known.get(pass);
  if (before !== undefined) return before;
  // It may be staged under a name by which no engine obeys it.
  const list = pass.files.find(({ path }) => path === '.gitmodules');
  const text = list === undefined || list.size > MAX_BYTES ? '' : readFileSync(join(pass.root, list.staged), 'utf8');
  const folders = [...text.matchAll(/^\s*path\s*=\s*(\S.*?)\s*$/gm)].map(([, folder]) => folder!.replace(/\/+$/, ''));
  known.set(pass, folders);
  return folders;
}
