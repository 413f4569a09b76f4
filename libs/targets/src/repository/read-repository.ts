import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stagingFailed } from '../staging/errors';
import type { WriteBudget } from '../staging/write-budget';
import { type Git, type Repository, headOf, openGit } from './git';
import { type TreeMeasure, measureTree } from './measure-tree';
import { type NoHistory, type RepositoryHistory, readHistory } from './read-history';
import { openTreeFacts } from './tree-facts';
import type { VersionLimits } from './write-versions';

/** The share of the whole time that the history may take for being fetched, and again for being read. */
export const SHARE_OF_HISTORY = 0.4;

export interface ReadOptions extends Pick<Repository, 'name' | 'branch' | 'gitDirectory' | 'confined'> {
  /** A folder that is there, in which folders are made for the files and the history. */
  readonly folder: string;
  /** `bytes` and `files` of what is written; the rest as for a fetch. */
  readonly limits: {
    readonly bytes: number;
    readonly files: number;
    readonly time: number;
    readonly memoryMb: number;
  };
  /** Set to read the history; or why there is none to read. */
  readonly history?: VersionLimits | NoHistory;
  readonly signal: AbortSignal;
  /** The session's budget of writing. Default: as much as the limits allow. */
  readonly writes?: WriteBudget;
}

export interface ReadRepository {
  readonly commit: string;
  /** ISO 8601 in UTC; undefined if the commit's date is invalid. */
  readonly committedAt: string | undefined;
  /** The folder of the files, for `stageDirectory`. It has no links and no repository data. */
  readonly directory: string;
  readonly files: number;
  readonly bytes: number;
  /** Entries of the tree that were not written to the directory. */
  readonly notWritten: { readonly symbolicLinks: number; readonly submodules: number };
  /** The history, if it was requested. */
  readonly history?: RepositoryHistory | NoHistory;
}

/**
 * Writes the files at the head of a repository that was fetched, and reads its history.
 * @throws RepositoryUnreadable, TargetUnreadable, TargetTooLarge, InfrastructureError, the signal's reason
 */
export async function readRepository(options: ReadOptions): Promise<ReadRepository> {
  const { name, branch, folder, limits, history, signal, writes } = options;
  const git = openGit(options, signal);
  const facts = openTreeFacts();
  const read = history && !('unavailable' in history) ? history : undefined;
  const tree = measureTree(name, limits, read && facts.add);
  await git(['ls-tree', '-r', '-l', '-z', '--full-tree', 'HEAD'], { onOutput: tree.read });
  const measure = tree.measure();
  const directory = join(folder, 'tree');
  await mkdir(directory).catch((error: unknown) => {
    throw stagingFailed(error);
  });
  writes?.take(measure.bytes);
  await writeFiles(git, directory, measure);
  const head = {
    ...(await headOf(git, branch)),
    directory,
    files: measure.files,
    bytes: measure.bytes,
    notWritten: { symbolicLinks: measure.symbolicLinks, submodules: measure.submodules },
  };
  if (!history || !read) return history ? { ...head, history: history as NoHistory } : head;
  const found = await readHistory(
    options,
    facts,
    join(folder, 'history'),
    { ...read, time: limits.time * SHARE_OF_HISTORY, ...(writes && { writes }) },
    signal,
  );
  return { ...head, history: found };
}

/**
 * Writes the files, without links and submodules. Engines would follow links or read their text as code. Submodules are
 * other repositories.
 */
async function writeFiles(git: Git, directory: string, { notWritten }: TreeMeasure): Promise<void> {
  const variables = { GIT_WORK_TREE: directory };
  await git(['read-tree', 'HEAD']);
  if (notWritten.length > 0)
    await git(['update-index', '--force-remove', '-z', '--stdin'], {
      variables,
      input: Buffer.concat(notWritten.flatMap((path) => [path, Buffer.from([0])])),
    });
  await git(['checkout-index', '--all', '--quiet', '--force'], { variables });
}
