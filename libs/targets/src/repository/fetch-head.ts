import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { TargetTooLarge } from '../staging/errors';
import type { WriteBudget } from '../staging/write-budget';
import { type RepositoryFault, RepositoryUnreadable } from './errors';
import { folderSize, watchFolder } from './folder-size';
import type { Git, RemoteRepository } from './git';

interface WantedHead {
  /** The number of commits to fetch. */
  readonly depth: number;
  /** The only acceptable commit, even if the branch has moved on. */
  readonly commit?: string;
}

interface Fetching {
  /** The most bytes that may be received. */
  readonly bytes: number;
  readonly signal: AbortSignal;
  readonly writes?: WriteBudget;
  readonly onProgress?: (received: { readonly bytes: number }) => void;
}

/** If a server gives no commit by its id, the commit is searched in the branch to these depths, one after the other. */
const SEARCH_DEPTHS = [100, 1_000, 10_000];

/**
 * Fetches the branch at its head, or at an earlier commit.
 * @throws RepositoryUnreadable (`missing commit` if the branch no longer contains the commit), TargetTooLarge, what git
 *   throws
 */
export async function fetchHead(
  git: Git,
  repository: RemoteRepository,
  { depth, commit }: WantedHead,
  fetching: Fetching,
): Promise<void> {
  const { name, branch, remote } = repository;
  const fetch = (what: string, commits: number) =>
    withinBytes(repository.gitDirectory, fetching, (signal) =>
      git(
        [
          'fetch',
          '--quiet',
          `--depth=${commits}`,
          '--no-tags',
          '--no-recurse-submodules',
          '--no-write-fetch-head',
          '--end-of-options',
          remote.cloneUrl,
          `+${what}:refs/heads/${branch}`,
        ],
        { network: true, signal },
      ),
    );
  if (commit === undefined) return fetch(`refs/heads/${branch}`, depth);
  const missingCommit = () =>
    new RepositoryUnreadable(name, 'missing commit', `the commit ${commit.slice(0, 12)} is not there, or not any more`);
  if (await succeeds(fetch(commit, depth), 'missing commit')) return;
  for (const commits of SEARCH_DEPTHS) {
    if (!(await succeeds(fetch(`refs/heads/${branch}`, Math.max(commits, depth)), 'missing branch')))
      throw missingCommit();
    if (await hasCommit(git, commit)) return git(['update-ref', `refs/heads/${branch}`, commit]);
    if (!(await isShallow(repository.gitDirectory))) break;
  }
  throw missingCommit();
}

/** Returns false if the fetch failed with the given fault, and throws any other error. */
async function succeeds(fetching: Promise<void>, fault: RepositoryFault): Promise<boolean> {
  try {
    await fetching;
    return true;
  } catch (error) {
    if (error instanceof RepositoryUnreadable && error.fault === fault) return false;
    throw error;
  }
}

/** Whether the repository has the commit. Only the branch was fetched, so the commit is part of its history. */
async function hasCommit(git: Git, commit: string): Promise<boolean> {
  let answer = '';
  await git(['cat-file', '--batch-check=%(objecttype)'], {
    input: Buffer.from(`${commit}\n`),
    onOutput: (chunk) => void (answer += chunk.toString('latin1')),
  });
  return answer.trim() === 'commit';
}

/** Git lists the oldest commits of a history that was cut in this file. */
const isShallow = (gitDirectory: string): Promise<boolean> =>
  access(join(gitDirectory, 'shallow')).then(
    () => true,
    () => false,
  );

/** Ends the fetch as soon as it has received too many bytes. */
export async function withinBytes(
  gitDirectory: string,
  { bytes: limit, signal, writes, onProgress }: Fetching,
  fetch: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  let charged = 0;
  const check = (bytes: number) => {
    try {
      if (bytes > limit) throw new TargetTooLarge('bytes', limit, 'bytes');
      writes?.take(Math.max(0, bytes - charged));
      charged = Math.max(charged, bytes);
      onProgress?.({ bytes });
    } catch (error) {
      controller.abort(error);
    }
  };
  const watch = watchFolder(gitDirectory, check);
  try {
    await fetch(controller.signal).catch(async (error: unknown) => {
      // A pack that grows faster than it is measured ends git by the limit of one file: the server is not to blame.
      check(await folderSize(gitDirectory));
      throw controller.signal.aborted ? controller.signal.reason : error;
    });
    check(await folderSize(gitDirectory));
    controller.signal.throwIfAborted();
  } finally {
    watch.stop();
    signal.removeEventListener('abort', abort);
  }
}
