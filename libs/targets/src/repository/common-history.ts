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

/** The commits that a change and its target branch have in common. */
export interface CommonHistory {
  readonly branch: string;
  /** The full ids of the merge base and of earlier commits, the newest first; at most {@link COMMITS_KEPT}. */
  readonly commits: readonly string[];
  /** Why there are no commits, as text. */
  readonly unknown?: string;
}

interface Wanted {
  /** The full id of the head commit of the change. */
  readonly head: string;
  readonly targetBranch: string;
  /** Milliseconds. */
  readonly time: number;
  readonly signal: AbortSignal;
}

/** The most common commits to keep, the newest ones. If the target branch is scanned at all, one of them was. */
export const COMMITS_KEPT = 256;
/** Commits from both ends: most changes are within the first depth, and the others are worth one more request. */
const DEPTHS = [200, 5_000];
/** The most bytes of commits. A server that does not leave out their files may need more. */
const MOST_BYTES = 64 * 1024 * 1024;
/** The most merge bases that are followed: honest histories have few, and hostile ones have any number. */
const MOST_BASES = 16;
/** The most characters that are read from git's list: more than all commits that are kept. */
const MOST_LISTED = 64 * 1024;

/**
 * Finds the commits that a change and its target branch have in common. Fetches only commits, without their files, into
 * a repository of its own beside the analysed one, and removes it at the end. It has a limit of its own, apart from the
 * target's limits. A fault of the repository or its server does not fail the target: the result then says that the
 * commits are unknown, and why.
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
    // The server's own words are not used as a reason: they reach comments and mail.
    if (error instanceof RepositoryUnreadable && error.fault === 'not a repository')
      return unknown('the server does not answer as a repository does');
    if (error instanceof TargetUnreadable) return unknown(error.message);
    throw error;
  } finally {
    share.close();
    await removeStaged(gitDirectory);
  }
}

/** The ref of the change's head. It is outside `refs/heads`, so no branch has this name. */
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
  // Status 1: there is no merge base.
  const bases = await linesOf(git, ['merge-base', '--all', HEAD, `refs/heads/${branch}`], [0, 1]);
  if (bases.length === 0) return [];
  // A child is listed before its parents, whatever dates they claim.
  const list = ['rev-list', '--topo-order', `--max-count=${COMMITS_KEPT}`, ...bases.slice(0, MOST_BASES)];
  return linesOf(git, list);
}

async function linesOf(git: Git, args: readonly string[], answers: readonly number[] = [0]): Promise<string[]> {
  let output = '';
  const onOutput = (chunk: Buffer) => {
    if (output.length < MOST_LISTED) output += chunk.toString('latin1');
  };
  await git(args, { answers, onOutput });
  // The text after the last line end is cut off or incomplete.
  return output.split('\n').slice(0, -1);
}
