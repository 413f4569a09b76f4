import { statSync } from 'node:fs';
import { join } from 'node:path';
import { RULES_BYTES } from '@assay/source-text';
import type { EnginePass } from '../engine';
import { IgnoreFiles } from './ignore-files';
import { listOfGit } from './list-of-git';
import { submodulesAt } from './modules/submodules';

/**
 * Whether a file or a folder of the target is there, or may have been left out of its copy. `ignored` for one that is
 * not there and that git is told to ignore, `submodule` for one that another repository brings.
 */
export type IsThere = (path: string) => true | NotThere;
export type NotThere = false | 'ignored' | 'submodule';

/** Why something is there in none of the places where it is looked for; true if it is in one. */
export function firstReason(found: ReadonlySet<true | NotThere>): true | NotThere {
  return ([true, 'submodule', 'ignored'] as const).find((each) => found.has(each)) ?? false;
}

/** The name in the copy of a target of a file whose own name would configure a program: `shellcheck~inert.yml`. */
const inert = (path: string): string =>
  path.replace(/([^/])(\.[^./]*)?$/, (_, last: string, extension = '') => `${last}~inert${extension}`);

/**
 * Tells which paths of the target are there. A path that git ignores may be written before it is used, and one of a
 * submodule may be fetched. But a target could hide what is missing by such a list: so both are told apart.
 */
export function thereIn({ root, source, target }: Pick<EnginePass, 'root' | 'source' | 'target'>): IsThere {
  const top = source ?? root;
  const leftOut = target?.leftOut ?? [];
  const ignores = new IgnoreFiles((folder) => listOfGit(join(top, folder), '.gitignore', RULES_BYTES));
  const submodules = submodulesAt(top);
  return (path) =>
    [path, inert(path)].some((each) => statSync(join(top, each), { throwIfNoEntry: false }) !== undefined) ||
    leftOut.some((each) => each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`)) ||
    (submodules.some((each) => `${path}/`.startsWith(`${each}/`)) && 'submodule') ||
    (ignores.name(path.replace(/\/$/, '').split('/'), true) && 'ignored');
}
