import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { mayBePath } from '../kit/may-be-path';
import { submodulesAt } from '../kit/modules/submodules';
import type { Problem } from '../kit/per-file';
import type { Workflow } from '../kit/workflows/workflow';
import { at, oneOrMore, textOf } from '../kit/yaml-tree';

const FILTERED = ['push', 'pull_request', 'pull_request_target'];
const FILTERS = ['paths', 'paths-ignore'];

/**
 * Filters that match no path of a file. GitHub compares them with the whole path from the root of the repository, and
 * knows `*`, `**`, `?`, `+`, `[]` and `!` only.
 * @param folder the root of the repository
 */
export const filtersOfNothing = ({ tree, root }: Workflow, folder: string): Problem[] =>
  FILTERED.flatMap((trigger) =>
    FILTERS.flatMap((filter) =>
      oneOrMore(tree, at(tree, root, 'on', trigger, filter)).flatMap((node): Problem[] => {
        const pattern = (textOf(node) ?? '').replace(/^!/, '');
        const message = matchesNothing(pattern, folder);
        if (message === undefined) return [];
        const found = { rule: 'glob', line: tree.lineOf(node), column: tree.columnOf(node), message };
        return [isModule(pattern, folder) ? asOfModule(found) : found];
      }),
    ),
  );

function matchesNothing(pattern: string, folder: string): string | undefined {
  if (pattern.startsWith('./')) return `${pattern} matches nothing: paths of files do not begin with ./`;
  if (/\{[^}]*,[^}]*\}/.test(pattern))
    return `${pattern} matches nothing: a filter knows no {a,b}, so that each needs a line of its own`;
  if (/[*?+[\]]/.test(pattern)) return undefined;
  const path = pattern.replace(/\/+$/, '');
  return pattern.endsWith('/') || isFolder(path, folder)
    ? `${pattern} matches nothing: a filter is compared with files, and those of the folder match ${path}/**`
    : undefined;
}

/** Whether a path is a folder of the repository. */
function isFolder(path: string, folder: string): boolean {
  if (path === '' || !mayBePath(path) || path.split('/').includes('..')) return false;
  return lstatSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The folder of another repository changes as a file does. But a target may list any folder as one. */
const isModule = (path: string, folder: string): boolean => submodulesAt(folder).includes(path);

const asOfModule = (found: Problem): Problem => ({
  ...found,
  severity: 'low',
  message: `${found.message}, unless it is a submodule, as .gitmodules has it`,
});
