import { join } from 'node:path';
import { InfrastructureError } from '@assay/kernel';
import { openDeadline } from '../network/deadline';
import { TargetTooLarge, TargetUnreadable } from '../staging/errors';
import { removeStaged } from '../staging/staged-tree';
import { RepositoryUnreadable } from './errors';
import { withinBytes } from './fetch-head';
import { type Git, type RemoteRepository, openGit } from './git';
import { initialise } from './initialise';
import { isBranchName } from './repository-reference';

/** The commits that a change has in common with the branch that it is to be merged into. */
export interface CommonHistory {
  readonly branch: string;
  /** The full ids of the merge base and of commits before it, the newest first; at most {@link COMMITS_KEPT}. */
  readonly commits: readonly string[];
  /** Why there are none, as text. */
  readonly unknown?: string;
}

interface Wanted {
  /** The full id of the commit that the change has. */
  readonly head: string;
  readonly targetBranch: string;
  /** Milliseconds. */
  readonly time: number;
  readonly signal: AbortSignal;
}

/** The newest commits that both have. A target branch that is scanned at all was scanned at one of them. */
export const COMMITS_KEPT = 256;
/** Commits from both ends: most changes are not older, and the others are worth one more request. */
const DEPTHS = [200, 5_000];
/** Bytes of commits. A server that does not leave out their files may need more than that. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Merge bases that are followed: honest histories have few, and hostile ones have any number. */
const MOST_BASES = 16;
/** Characters that are read of what git lists: more than all commits that are kept. */
const MOST_LISTED = 64 * 1024;

/**
 * Which commits a change and its target branch both have. Only commits are fetched, without their files, into a
 * repository of their own beside the one that is analysed, which is removed at the end: what it takes is bounded by
 * itself, and takes nothing from what the target may. No fault of the repository or its server fails the target: the
 * answer says that nothing is known, and why.
 *
 * @throws InfrastructureError, the signal's reason
 */
export async function commonHistory(
  repository: RemoteRepository,
  { head, targetBranch, time, signal }: Wanted,
): Promise<CommonHistory> {
  const unknown = (why: string): CommonHistory => ({ branch: targetBranch, commits: [], unknown: why });
  if (!isBranchName(targetBranch)) return unknown('what it is to be merged into is not the name of a branch');
  const share = openDeadline(time, signal);
  const limits = { ...repository.limits, bytes: Math.min(MOST_BYTES, repository.limits.bytes) };
  const gitDirectory = join(repository.folder, 'commits.git');
  const own = { ...repository, branch: targetBranch, gitDirectory, limits };
  const fetching = { bytes: limits.bytes, signal: share.signal };
  try {
    const git = openGit(own, share.signal);
    await initialise(git, own);
    for (const depth of DEPTHS) {
      await withinBytes(gitDirectory, fetching, (within) => fetchCommits(git, own, { head, depth, signal: within }));
      const commits = await commitsOfBoth(git, targetBranch);
      if (commits.length > 0) return { branch: targetBranch, commits };
    }
    return unknown(`they have no commit in common among the newest ${DEPTHS.at(-1)!.toLocaleString('en')}`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof InfrastructureError) throw error;
    if (share.expired()) return unknown('it was not found in time');
    if (error instanceof TargetTooLarge) return unknown('the server sends more than commits');
    // The words of a server are no reason: they reach comments and mail.
    if (error instanceof RepositoryUnreadable && error.fault === 'not a repository')
      return unknown('the server does not answer as a repository does');
    if (error instanceof TargetUnreadable) return unknown(error.message);
    throw error;
  } finally {
    share.close();
    await removeStaged(gitDirectory);
  }
}

/** Where the fetched head of the change is. No branch has this name: it is outside `refs/heads`. */
const HEAD = 'refs/change/head';

const fetchCommits = (
  git: Git,
  { branch, remote }: RemoteRepository,
  { head, depth, signal }: { readonly head: string; readonly depth: number; readonly signal: AbortSignal },
): Promise<void> =>
  git(
    [
      'fetch',
      '--quiet',
      `--depth=${depth}`,
      '--filter=tree:0',
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      '--end-of-options',
      remote.cloneUrl,
      `+${head}:${HEAD}`,
      `+refs/heads/${branch}:refs/heads/${branch}`,
    ],
    { network: true, signal },
  );

async function commitsOfBoth(git: Git, branch: string): Promise<string[]> {
  // 1: none.
  const bases = await linesOf(git, ['merge-base', '--all', HEAD, `refs/heads/${branch}`], [0, 1]);
  if (bases.length === 0) return [];
  // No commit before one that comes after it, whatever dates they claim.
  const list = ['rev-list', '--topo-order', `--max-count=${COMMITS_KEPT}`, ...bases.slice(0, MOST_BASES)];
  return linesOf(git, list);
}

async function linesOf(git: Git, args: readonly string[], answers: readonly number[] = [0]): Promise<string[]> {
  let output = '';
  const onOutput = (chunk: Buffer) => {
    if (output.length < MOST_LISTED) output += chunk.toString('latin1');
  };
  await git(args, { answers, onOutput });
  // What is cut off, or never ended, is no whole line.
  return output.split('\n').slice(0, -1);
}
