import { statSync } from 'node:fs';
import { join } from 'node:path';
import { RULES_BYTES } from '@assay/source-text';
import type { EnginePass } from '../engine';
import { IgnoreFiles } from './ignore-files';
import { listOfGit } from './list-of-git';

/**
 * Whether a file or a folder of the target is there, or may have been left out of its copy. `ignored` for one that is
 * not there and that git is told to ignore.
 */
export type IsThere = (path: string) => boolean | 'ignored';

/**
 * Tells which paths of the target are there. A path that git ignores may be written before it is used, but a target
 * could hide what is missing by such a list: so it is told apart.
 */
export function thereIn({ root, source, target }: Pick<EnginePass, 'root' | 'source' | 'target'>): IsThere {
  const top = source ?? root;
  const leftOut = target?.leftOut ?? [];
  const ignores = new IgnoreFiles((folder) => listOfGit(join(top, folder), '.gitignore', RULES_BYTES));
  return (path) =>
    statSync(join(top, path), { throwIfNoEntry: false }) !== undefined ||
    leftOut.some((each) => each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`)) ||
    (ignores.name(path.replace(/\/$/, '').split('/'), true) && 'ignored');
}
