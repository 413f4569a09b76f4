import { statSync } from 'node:fs';
import { join } from 'node:path';
import { RULES_BYTES } from '@assay/source-text';
import type { EnginePass } from '../engine';
import { IgnoreFiles } from '../kit/ignore-files';
import type { IsThere } from './kustomizations';

/**
 * Whether a path of the target is there. What its copy leaves out is there, and so may be what git is told to ignore:
 * somebody writes it before it is used.
 */
export function thereIn({ root, source, target }: EnginePass): IsThere {
  const top = source ?? root;
  const leftOut = target?.leftOut ?? [];
  const ignores = new IgnoreFiles((folder) => listIn(join(top, folder)));
  return (path) =>
    statSync(join(top, path), { throwIfNoEntry: false }) !== undefined ||
    leftOut.some((each) => each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`)) ||
    ignores.name(path.replace(/\/$/, '').split('/'), true);
}

function listIn(folder: string): string | undefined {
  const list = join(folder, '.gitignore');
  const stats = statSync(list, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size <= RULES_BYTES ? list : undefined;
}
