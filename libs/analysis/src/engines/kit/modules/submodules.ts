import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { SUBMODULES_BYTES, submodulesIn } from '@assay/source-text';
import type { EnginePass } from '../../engine';
import { listOfGit } from '../list-of-git';
import { remembered } from '../remembered';

/**
 * Whether a relative import leads into a submodule of the repository, whose files come from another repository and are
 * no part of the target.
 * @param source the path of the file that imports, below the root
 */
export function isInSubmodule(pass: EnginePass, source: string, specifier: string): boolean {
  const path = posix.join(posix.dirname(source), specifier);
  return submodulesOf(pass).some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** The folders of the target whose files come from other repositories. */
export const submodulesOf = remembered(({ root, files }: EnginePass): readonly string[] => {
  // It may be staged under a name by which no engine obeys it.
  const list = files.find(({ path }) => path === '.gitmodules');
  const text = list === undefined || list.size > SUBMODULES_BYTES ? '' : readFileSync(join(root, list.staged), 'utf8');
  return submodulesIn(text);
});

/**
 * The folders of a repository whose files come from other repositories.
 * @param root of the repository, or of its copy
 */
export function submodulesAt(root: string): readonly string[] {
  const list = listOfGit(root, '.gitmodules', SUBMODULES_BYTES);
  return list === undefined ? [] : submodulesIn(readFileSync(list, 'utf8'));
}
