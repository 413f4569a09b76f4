import { statSync } from 'node:fs';
import { join } from 'node:path';
import { RULES_BYTES } from '@assay/source-text';
import type { EnginePass } from '../engine';
import { IgnoreFiles } from './ignore-files';
import { listOfGit } from './list-of-git';

/** Whether a file or a folder of the target is there, or may have been left out of its copy. */
export type IsThere = (path: string) => boolean;

/**
 * Whether a path of the target is there. What its copy leaves out is there, and so may be what git is told to ignore:
 * somebody writes it before it is used.
 */
export function thereIn({ root, source, target }: Pick<EnginePass, 'root' | 'source' | 'target'>): IsThere {
  const top = source ?? root;
  const leftOut = target?.leftOut ?? [];
  const ignores = new IgnoreFiles((folder) => listOfGit(join(top, folder), '.gitignore', RULES_BYTES));
  return (path) =>
    statSync(join(top, path), { throwIfNoEntry: false }) !== undefined ||
    leftOut.some((each) => each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`)) ||
    ignores.name(path.replace(/\/$/, '').split('/'), true);
}
