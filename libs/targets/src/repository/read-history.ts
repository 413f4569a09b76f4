import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InfrastructureError, messageOf } from '@assay/kernel';
import { openDeadline } from '../network/deadline';
import type { Commit } from './commit-object';
import { earlierVersions } from './earlier-versions';
import { type Repository, openGit } from './git';
import { readObjects } from './history-objects';
import type { RepositoryRecord } from '@assay/target-records';
import type { TreeFacts } from './tree-facts';
import { readTreeRecord } from './tree-record';
import { type VersionLimits, type VersionsLeftOut, measureVersions, writeVersions } from './write-versions';

export interface RepositoryHistory {
  /** A folder with the files' earlier versions, named by `versionFolder`. */
  readonly directory: string;
  readonly record: RepositoryRecord;
  readonly leftOut: readonly VersionsLeftOut[];
}

/** There is no history. The text says why, for a person. */
export interface NoHistory {
  readonly unavailable: string;
}

interface HistoryLimits extends VersionLimits {
  /** Commits that are read. Default: all that were fetched, up to 2,000. */
  readonly commits?: number;
  /** Milliseconds. */
  readonly time: number;
}

/**
 * Reads the fetched commits, and writes the versions of files that the head no longer has. If the history itself cannot
 * be read, the answer says why.
 * @throws InfrastructureError, the signal's reason
 */
export async function readHistory(
  repository: Repository,
  tree: TreeFacts,
  directory: string,
  limits: HistoryLimits,
  signal: AbortSignal,
): Promise<RepositoryHistory | NoHistory> {
  const deadline = openDeadline(limits.time, signal);
  try {
    return await read(repository, tree, directory, limits, deadline.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.expired())
      return { unavailable: `its history was not read within ${limits.time.toLocaleString('en')} ms` };
    if (error instanceof InfrastructureError) throw error;
    return { unavailable: `its history cannot be read (${messageOf(error)})` };
  } finally {
    deadline.close();
  }
}

async function read(
  repository: Repository,
  tree: TreeFacts,
  directory: string,
  limits: HistoryLimits,
  signal: AbortSignal,
): Promise<RepositoryHistory> {
  const git = openGit(repository, signal);
  const objects = await readObjects(git, limits.commits);
  const { versions, dropped } = await earlierVersions(objects, tree.isAtHead, limits.depth, signal);
  const measured = await measureVersions(git, versions);
  const leftOut = await writeVersions(git, directory, measured, objects.commits, limits);
  const ends = await boundaries(repository.gitDirectory);
  const cut = objects.cut || ends.size > 0;
  return {
    directory,
    record: {
      at: new Date().toISOString(),
      cut,
      commits: recordsOf(objects.commits, ends),
      tree: await readTreeRecord(git, tree, measured),
    },
    leftOut: [
      ...leftOut,
      { path: '(in the history)', reason: 'too many earlier versions and folders', count: dropped + objects.treesLeft },
      {
        path: '(in the history)',
        reason: `commits older than the ${objects.commits.length.toLocaleString('en')} that were read`,
        count: cut ? 1 : 0,
      },
    ].filter(({ count }) => count > 0),
  };
}

/** The commits whose parents were not fetched. */
async function boundaries(gitDirectory: string): Promise<ReadonlySet<string>> {
  try {
    return new Set((await readFile(join(gitDirectory, 'shallow'), 'latin1')).split('\n').filter((line) => line !== ''));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}

function recordsOf(commits: readonly Commit[], ends: ReadonlySet<string>): RepositoryRecord['commits'] {
  const trees = new Map(commits.map(({ id, tree }) => [id, tree]));
  return commits.map(({ id, parents, tree, author, committer, signed, message }) => ({
    id,
    signed,
    message,
    parents: parents.length,
    boundary: ends.has(id),
    authorName: author.name,
    ...(isPlaceholder(author.email) && { placeholderEmail: author.email }),
    authored: iso(author.at),
    committed: iso(committer.at),
    empty: parents.length === 1 && trees.get(parents[0]!) === tree,
  }));
}

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

/** Addresses that git and tutorials use when no real one is configured. */
const PLACEHOLDERS = [
  /^[^@]*$/,
  /\.(?:localdomain|\(none\))$|@(?:localhost|\(none\))$/i,
  new RegExp(
    '^(you|your|me|user|name|email|test|your[._-]?(e-?mail|name))' +
      String.raw`@(example|yourdomain|domain|email|mail|test)\.(com|org|net)$`,
    'i',
  ),
];
const isPlaceholder = (email: string): boolean => PLACEHOLDERS.some((pattern) => pattern.test(email));
