import { chmod, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StagedFile, TargetSuppressions } from '@assay/target-records';
import { decodeBytes } from '@assay/source-text';
import type { FileSkipReason } from './admission';

/** A target's filtered copy, and a report of everything that is not in it. Plain JSON. */
export interface StagedTree {
  /** The absolute path of the copy that engines read. */
  readonly root: string;
  /** The absolute path of a folder with the originals of those files whose copy was changed. */
  readonly pristine: string;
  /** In the byte order of their paths in the target, folder by folder. */
  readonly files: readonly StagedFile[];
  readonly skipped: readonly Skipped[];
  readonly totals: StagedTotals;
  /** `owner/name` of the repository that a working tree says it was cloned from. Undefined if it says none. */
  readonly clonedFrom?: string;
  /** The suppressions of the target for findings in its own code. Undefined if it may suppress nothing. */
  readonly suppressions?: TargetSuppressions;
}

export interface Skipped {
  /**
   * The path in the target, with unprintable characters escaped. When `count` is not 1, it is the path of the first.
   */
  readonly path: string;
  readonly reason: FileSkipReason;
  /**
   * The number of entries: 1, or all further ones with this reason once the list is full, or unknown for a folder that
   * was not entered.
   */
  readonly count: number | 'unknown';
}

/** The size of what is scanned: files that are left out do not count. */
export interface StagedTotals {
  readonly files: number;
  readonly bytes: number;
  /** The lines that are billed: those of source and markup (`isBillable`). */
  readonly lines: number;
  readonly byLanguage: Readonly<
    Record<string, { readonly files: number; readonly bytes: number; readonly lines: number }>
  >;
}

/** Reads the original text of a file, without the changes made for engines and without its byte order mark. */
export async function readOriginal(
  tree: Pick<StagedTree, 'root' | 'pristine'>,
  file: Pick<StagedFile, 'staged'>,
): Promise<string> {
  try {
    return decodeBytes(await readFile(join(tree.pristine, file.staged)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && (error as NodeJS.ErrnoException).code !== 'ENOTDIR')
      throw error;
    return decodeBytes(await readFile(join(tree.root, file.staged)));
  }
}

/**
 * Removes what `stageDirectory` made. It does nothing if the destination does not exist, and unlocks folders that an
 * engine has locked.
 */
export async function removeStaged(destination: string): Promise<void> {
  const remove = () => rm(destination, { recursive: true, force: true, maxRetries: 3 });
  try {
    await remove();
  } catch (error) {
    if (!['EACCES', 'EPERM', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await unlock(destination);
    await remove();
  }
}

async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    // Links are not followed: isDirectory is false for them.
    if (entry.isDirectory()) await unlock(join(folder, entry.name));
  }
}
