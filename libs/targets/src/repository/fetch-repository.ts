import type { CodeHost } from '@assay/kernel';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TargetTooLarge, TargetUnreadable, stagingFailed } from '../staging/errors';
import { type Deadline, openDeadline } from '../network/deadline';
import { TargetNotAllowed, TargetUnreachable } from '../network/errors';
import type { TargetGuard } from '../network/guard';
import { removeStaged } from '../staging/staged-tree';
import type { WriteBudget } from '../staging/write-budget';
import { type CommonHistory, commonHistory } from './common-history';
import { RepositoryUnreadable } from './errors';
import { fetchHead } from './fetch-head';
import { type Git, type RemoteRepository, type Repository, headOf, openGit } from './git';
import type { GitRemote } from './git-environment';
import { initialise } from './initialise';
import { requireGit } from './git-version';
import { type RepositoryReference, isBranchName, parseRepository } from './repository-reference';
import { SHARE_OF_HISTORY } from './read-repository';

interface FetchLimits {
  /** Bytes that may be received. */
  readonly bytes: number;
  /** Milliseconds for everything. */
  readonly time: number;
  /** Resident memory of git and the processes that it starts. */
  readonly memoryMb: number;
}

export interface FetchOptions {
  readonly host: CodeHost;
  /** `owner/name` or a whole URL. */
  readonly url: string;
  /** Default: `main`. */
  readonly branch?: string;
  /** The address of the service that has `owner/name` (`ASSAY_HOSTA_URL`, `ASSAY_HOSTB_URL`). */
  readonly baseUrl: string;
  /** An access token. It is sent only to the origin of `baseUrl`. */
  readonly token?: string;
  /** A folder that this creates and that must not exist. It is removed when fetching fails. */
  readonly destination: string;
  readonly guard: TargetGuard;
  readonly limits: FetchLimits;
  /** The number of commits to fetch. Default: 1. */
  readonly depth?: number;
  /** The full id of the commit to fetch, even if the branch has moved on. */
  readonly commit?: string;
  /** Set to fetch the history, up to so many commits. If the history is too large, only the head is fetched. */
  readonly history?: { readonly commits: number };
  /** Set to learn what the commit has in common with this branch, into which it is to be merged. */
  readonly targetBranch?: string;
  readonly signal?: AbortSignal;
  /** The session's budget of writing. Default: as much as the limits allow. */
  readonly writes?: WriteBudget;
  readonly onProgress?: (received: { readonly bytes: number }) => void;
}

export interface FetchedRepository {
  readonly name: string;
  readonly branch: string;
  /** The bare repository, with HEAD at the branch. Its configuration is Assay's own. */
  readonly gitDirectory: string;
  /** Why the history was not fetched, for a person; undefined if it was, or if nobody asked for it. */
  readonly historyUnavailable?: string;
  /** Undefined if nobody asked for it. */
  readonly common?: CommonHistory;
}

/** The share of the time that looking for a merge base may take. */
const SHARE_OF_COMMON = 0.2;

/**
 * Fetches one branch of a hostile repository with the native git. Git runs nothing that the repository or its server
 * ask for, and connects only to addresses that the guard has checked. What was fetched is not read here:
 * `readRepository` does that, in a confined process.
 * @throws RepositoryUnreadable, TargetNotAllowed, TargetUnreachable, TargetTooLarge, InfrastructureError, the signal's
 *   reason
 */
export async function fetchRepository(options: FetchOptions): Promise<FetchedRepository> {
  const { branch = 'main', destination, signal, limits } = options;
  const reference = referenceOf(options, branch);
  const deadline = openDeadline(limits.time, signal);
  try {
    await requireGit();
    const remote = await remoteOf(options, reference, deadline.signal);
    await makeFolder(destination);
    try {
      return await fetched(options, { name: reference.name, branch, remote }, deadline);
    } catch (error) {
      await removeStaged(destination);
      throw error;
    }
  } catch (error) {
    if (deadline.expired() && error === deadline.signal.reason)
      throw new TargetUnreachable(
        reference.name,
        'time',
        `it was not cloned within ${limits.time.toLocaleString('en')} ms`,
        { cause: error },
      );
    throw error;
  } finally {
    deadline.close();
  }
}

function referenceOf(options: FetchOptions, branch: string): RepositoryReference {
  options.guard.admitUrl(/^[a-z][a-z0-9+.-]*:/i.test(options.url) ? options.url : options.baseUrl);
  const reference = parseRepository(options);
  if (!reference.ok) throw new TargetUnreadable('the repository', reference.refusal.message);
  if (!isBranchName(branch))
    throw new RepositoryUnreadable(
      reference.value.name,
      'missing branch',
      'what is asked for is not the name of a branch',
    );
  return reference.value;
}

/** The user name that a host requires beside a token. */
const USER_OF_TOKENS: Readonly<Record<CodeHost, string>> = { hosta: 'x-access-token', hostb: 'oauth2' };

/** Resolves the host once. Git uses the result for all its connections. */
async function remoteOf(
  { host, token, guard }: FetchOptions,
  { cloneUrl, name, atBase }: RepositoryReference,
  signal: AbortSignal,
): Promise<GitRemote> {
  const { protocol, hostname, port } = guard.admitUrl(cloneUrl);
  const endpoint = await guard.resolve(
    { hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (protocol === 'https:' ? 443 : 80)) },
    signal,
  );
  if (protocol !== 'https:' && !endpoint.allowListed)
    throw new TargetNotAllowed(name, 'scheme', 'http', 'repositories are cloned by https');
  if (token === undefined || !atBase) return { cloneUrl, endpoint };
  return {
    cloneUrl,
    endpoint,
    authorization: `Basic ${Buffer.from(`${USER_OF_TOKENS[host]}:${token}`).toString('base64')}`,
  };
}

async function makeFolder(destination: string): Promise<void> {
  try {
    await mkdir(destination); // EEXIST means that somebody else owns the folder, so it must not be removed
  } catch (error) {
    throw stagingFailed(error);
  }
}

async function fetched(
  options: FetchOptions,
  { name, branch, remote }: Pick<Repository, 'name' | 'branch'> & { readonly remote: GitRemote },
  { signal, remaining }: Deadline,
): Promise<FetchedRepository> {
  const { destination, limits, targetBranch } = options;
  const repository = {
    name,
    branch,
    remote,
    limits,
    folder: destination,
    gitDirectory: join(destination, 'repository.git'),
  };
  const git = openGit(repository, signal);
  const unavailable = await fetchWithHistory(options, git, repository, signal);
  const common =
    targetBranch === undefined
      ? undefined
      : await commonHistory(repository, {
          head: (await headOf(git, branch)).commit,
          targetBranch,
          // So that the time for everything does not end because of it.
          time: Math.min(limits.time * SHARE_OF_COMMON, remaining() / 2),
          signal,
        });
  return {
    name,
    branch,
    gitDirectory: repository.gitDirectory,
    ...(unavailable !== undefined && { historyUnavailable: unavailable }),
    ...(common && { common }),
  };
}

/**
 * Fetches the head with the requested history, or else the head alone.
 * @returns why there is no history; undefined if there is one, or if none was requested
 */
async function fetchWithHistory(
  { depth = 1, commit, history, limits, writes, onProgress }: FetchOptions,
  git: Git,
  repository: RemoteRepository,
  signal: AbortSignal,
): Promise<string | undefined> {
  const fetch = async (commits: number, within: AbortSignal) => {
    await initialise(git, repository);
    await fetchHead(
      git,
      repository,
      { depth: commits, ...(commit !== undefined && { commit }) },
      { bytes: limits.bytes, signal: within, ...(writes && { writes }), ...(onProgress && { onProgress }) },
    );
  };
  if (!history) return void (await fetch(depth, signal));
  const share = openDeadline(limits.time * SHARE_OF_HISTORY, signal);
  try {
    return void (await fetch(history.commits, share.signal));
  } catch (error) {
    signal.throwIfAborted();
    const reason = share.expired()
      ? `its history was not fetched within ${share.time.toLocaleString('en')} ms`
      : historyFailure(error);
    if (reason === undefined) throw error;
    await removeStaged(repository.gitDirectory);
    await fetch(1, signal);
    return reason;
  } finally {
    share.close();
  }
}

/** Why the history could not be fetched; undefined for an error that the head alone would have too. */
function historyFailure(error: unknown): string | undefined {
  if (error instanceof TargetTooLarge) return `its history is larger than ${error.allowed.toLocaleString('en')} bytes`;
  if (error instanceof RepositoryUnreadable)
    return ['hostile content', 'not a repository'].includes(error.fault)
      ? `its history cannot be read (${error.message})`
      : undefined;
  return error instanceof TargetUnreadable ? `its history cannot be fetched (${error.message})` : undefined;
}
