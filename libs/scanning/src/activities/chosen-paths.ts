import { type StagedTree, totalsOf } from '@assay/targets';
import type { StagedFile } from '@assay/target-records';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import type { SessionDecisions } from '../domain/session-decisions';

/** Nested groups in a glob can take exponential time, and a stranger may have chosen the paths of a target. */
const PLAIN = { dot: true, noextglob: true, nobrace: true, nobracket: true, nonegate: true };

/**
 * Removes the files that the session's configuration leaves out from the copy, before lines are counted and tools run.
 * One entry tells their number and the path of the first.
 */
export async function onlyChosen<Tree extends StagedTree>(tree: Tree, paths: SessionDecisions['paths']): Promise<Tree> {
  if (paths === undefined) return tree;
  const isChosen = chooser(paths);
  const left = tree.files.filter(({ path }) => !isChosen(path));
  const [first] = left;
  if (first === undefined) return tree;
  for (const { staged } of left)
    for (const folder of [tree.root, tree.pristine]) await rm(join(folder, staged), { force: true });
  const files = tree.files.filter(({ path }) => isChosen(path));
  const entry = { path: first.path, reason: 'left out by the configuration' as const, count: left.length };
  return { ...tree, files, totals: totalsOf(files), skipped: [...tree.skipped, entry] };
}

/** Whether the client that started the session chose a path. */
export function chooser({
  only,
  except,
}: NonNullable<SessionDecisions['paths']>): (path: StagedFile['path']) => boolean {
  const isIncluded = only === undefined ? () => true : picomatch([...only], PLAIN);
  const isExcluded = except === undefined ? () => false : picomatch([...except], PLAIN);
  return (path) => isIncluded(path) && !isExcluded(path);
}
