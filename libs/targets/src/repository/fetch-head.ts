import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { TargetTooLarge } from '../staging/errors';
import { RepositoryUnreadable } from './errors';
import { folderSize, watchFolder } from './folder-size';
import type { Git, Repository } from './git';

export interface WantedHead {
  /** Commits of history. */
  readonly depth: number;
  /** The one commit that will do, whatever the branch is at now. */
  readonly commit?: string;
}

interface Fetching {
  /** Of what is received. */
  readonly bytes: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (received: { readonly bytes: number }) => void;
}

/** Where a server gives no commit by its id, it is looked for among this many of its branch, and then among more. */
const DEPTHS_LOOKED_THROUGH = [100, 1_000, 10_000];

/**
 * Fetches the branch at its head, or at a commit that it was at before.
 * @throws RepositoryUnreadable (`missing commit` where the branch does not lead to it any more), TargetTooLarge, what
 *   git throws
 */
export async function fetchHead(
  git: Git,
  repository: Repository,
  { depth, commit }: WantedHead,
  fetching: Fetching,
): Promise<void> {
  const { name, branch, remote } = repository;
  const fetch = (what: string, commits: number) =>
    bounded(repository.gitDirectory, fetching, (signal) =>
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
  const gone = () =>
    new RepositoryUnreadable(
      name,
      'missing commit',
      `the commit ${commit.slice(0, 12)} that was analysed first is not there any more`,
    );
  if (await unless(['missing commit'], fetch(commit, depth))) return;
  for (const commits of DEPTHS_LOOKED_THROUGH) {
    if (!(await unless(['missing branch'], fetch(`refs/heads/${branch}`, Math.max(commits, depth))))) throw gone();
    if (await isThere(git, commit)) return git(['update-ref', `refs/heads/${branch}`, commit]);
    if (!(await isShallow(repository.gitDirectory))) break;
  }
  throw gone();
}

/** False where the repository was found to be so. */
async function unless(faults: readonly string[], fetching: Promise<void>): Promise<boolean> {
  try {
    await fetching;
    return true;
  } catch (error) {
    if (error instanceof RepositoryUnreadable && faults.includes(error.fault)) return false;
    throw error;
  }
}

/** An object that is there need not be of the branch's history; what was fetched is nothing else. */
async function isThere(git: Git, commit: string): Promise<boolean> {
  let answer = '';
  await git(['cat-file', '--batch-check=%(objecttype)'], {
    input: Buffer.from(`${commit}\n`),
    onOutput: (chunk) => void (answer += chunk.toString('latin1')),
  });
  return answer.trim() === 'commit';
}

/** Git keeps the ends of a history that was cut in this file. */
const isShallow = (gitDirectory: string): Promise<boolean> =>
  access(join(gitDirectory, 'shallow')).then(
    () => true,
    () => false,
  );

/** Ended as soon as more has come than may. */
async function bounded(
  gitDirectory: string,
  { bytes: most, signal, onProgress }: Fetching,
  fetch: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const look = (bytes: number) => {
    if (bytes > most) controller.abort(new TargetTooLarge('bytes', most, 'bytes'));
    else onProgress?.({ bytes });
  };
  const watch = watchFolder(gitDirectory, look);
  try {
    await fetch(controller.signal);
    look(await folderSize(gitDirectory));
    controller.signal.throwIfAborted();
  } finally {
    watch.stop();
    signal.removeEventListener('abort', abort);
  }
}
