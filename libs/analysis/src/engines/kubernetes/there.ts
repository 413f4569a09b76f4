import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RULES_BYTES } from '@assay/source-text';
import type { EnginePass } from '../engine';
import type { IsThere } from './kustomizations';

/**
 * Whether a path of the target is there. What its copy leaves out is there, and so may be what git is told to ignore:
 * somebody writes it before it is used.
 */
export function thereIn({ root, source, target }: EnginePass): IsThere {
  const folder = source ?? root;
  const leftOut = target?.leftOut ?? [];
  return (path) =>
    statSync(join(folder, path), { throwIfNoEntry: false }) !== undefined ||
    leftOut.some((each) => each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`)) ||
    isIgnored(folder, path);
}

/** Whether a `.gitignore` above a path names it, or all files that end as it does. */
function isIgnored(folder: string, path: string): boolean {
  for (let above = dirname(path); ; above = dirname(above)) {
    const list = join(folder, above, '.gitignore');
    const stats = statSync(list, { throwIfNoEntry: false });
    if (
      stats?.isFile() === true &&
      stats.size <= RULES_BYTES &&
      readFileSync(list, 'utf8')
        .split('\n')
        .some((line) => isNamed(line.trim(), path))
    )
      return true;
    if (above === '.' || above === dirname(above)) return false;
  }
}

function isNamed(line: string, path: string): boolean {
  const pattern = line.replace(/^\/|\/$/g, '');
  if (pattern.startsWith('*.')) return path.endsWith(pattern.slice(1));
  return pattern !== '' && `/${path}`.endsWith(`/${pattern}`);
}
