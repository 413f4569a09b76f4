import { type Stats, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { mayBePath } from './may-be-path';

/**
 * The bytes of a small file that a file of the target names. Undefined if the path leads out of the target, if no file
 * is there, or if it has more bytes than asked for.
 * @param path from the root of the target, with slashes
 */
export function smallFile(root: string, path: string, mostBytes: number): Buffer | undefined {
  const within = posix.normalize(path);
  if (!mayBePath(within) || within.split('/')[0] === '..') return undefined;
  const found = statsAt(join(root, within));
  return found?.isFile() === true && found.size <= mostBytes ? readFileSync(join(root, within)) : undefined;
}

/** Undefined if nothing is there, and if the path continues below a file. */
function statsAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
