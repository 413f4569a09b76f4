import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TargetTooLarge, TargetUnreadable, stagingFailed } from '../staging/errors';
import { type Deadline, openDeadline } from '../network/deadline';
import { TargetNotAllowed, TargetUnreachable } from '../network/errors';
import type { TargetGuard } from '../network/guard';
import { removeStaged } from '../staging/staged-tree';
import { RepositoryUnreadable } from './errors';
import { fetchHead } from './fetch-head';
import { type Git, type Repository, openGit } from './git';
import type { GitRemote } from './git-environment';
import { requireGit } from './git-version';
import { type TreeMeasure, measureTree } from './measure-tree';
import { type NoHistory, type RepositoryHistory, readHistory } from './read-history';
import { type RepositoryHost, type RepositoryReference, isBranchName, parseRepository } from './repository-reference';
import { openTreeFacts } from './tree-facts';
import type { VersionLimits } from './write-versions';

export interface CloneLimits {
  /** Of what is received, and again of what is written from it. */
  readonly bytes: number;
  readonly files: number;
  /** Milliseconds for everything. */
  readonly time: number;
  /** Resident memory of git and what it starts. */
  readonly memoryMb: number;
}

export interface CloneOptions {
  readonly host: RepositoryHost;
  /** `owner/name` or a whole URL. */
  readonly url: string;
  /** Default: `main`. */
  readonly branch?: string;
  /** Where `owner/name` is (`ASSAY_HOSTA_URL`, `ASSAY_HOSTB_URL`). */
  readonly baseUrl: string;
  /** Sent to the base address's origin only. */
  readonly token?: string;
  /** A folder that is this clone's alone, made here. Removed when cloning fails. */
  readonly destination: string;
  readonly guard: TargetGuard;
  readonly limits: CloneLimits;
  /** Commits of history. Default: 1. */
  readonly depth?: number;
  /** The commit that it must be, whatever the branch is at now: its whole id. */
  readonly commit?: string;
  /**
   * The history is to be read, of so many commits where it has as many. Where that is too much, the head alone is
   * cloned.
   */
  readonly history?: VersionLimits & { readonly commits: number };
  readonly signal?: AbortSignal;
  readonly onProgress?: (received: { readonly bytes: number }) => void;
}

export interface ClonedRepository {
  readonly name: string;
  readonly branch: string;
  readonly commit: string;
  /** ISO 8601 in UTC; undefined where the commit's date is nonsense. */
  readonly committedAt: string | undefined;
  /** The files, for `stageDirectory`: no links, no repository data. */
  readonly directory: string;
  /** The bare repository, HEAD at the branch: for tools that read the history. Its configuration is ours. */
  readonly gitDirectory: string;
  readonly files: number;
  readonly bytes: number;
  /** What the tree names and the directory does not have. */
  readonly notWritten: { readonly symbolicLinks: number; readonly submodules: number };
  /** Where it was asked for. */
  readonly history?: RepositoryHistory | NoHistory;
}

/**
 * The highest that git takes from anywhere: no attribute of the repository filters, converts or expands what is
 * written.
 */
const INERT_ATTRIBUTES = '* -filter -text -eol -ident -working-tree-encoding\n';

/**
 * Clones one branch of a hostile repository with the native git, of which nothing runs that the repository or its
 * server ask for, to addresses that the guard has checked.
 * @throws RepositoryUnreadable, TargetNotAllowed, TargetUnreachable, TargetTooLarge, InfrastructureError, the signal's
 *   reason
 */
export async function cloneRepository(options: CloneOptions): Promise<ClonedRepository> {
  const { branch = 'main', destination, signal, limits } = options;
  const reference = referenceOf(options, branch);
  const deadline = openDeadline(limits.time, signal);
  try {
    await requireGit();
    const remote = await remoteOf(options, reference, deadline.signal);
    await makeFolders(destination);
    try {
      return await clone(options, reference, branch, remote, deadline);
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

function referenceOf(options: CloneOptions, branch: string): RepositoryReference {
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

/** Resolves the host once, for good. */
async function remoteOf(
  { host, token, guard }: CloneOptions,
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
  // The user names are the services' own for tokens.
  const user = host === 'hosta' ? 'x-access-token' : 'oauth2';
  return { cloneUrl, endpoint, authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` };
}

async function makeFolders(destination: string): Promise<void> {
  try {
    await mkdir(destination); // EEXIST: somebody else's, and not ours to remove
    await mkdir(join(destination, 'tree'));
  } catch (error) {
    throw stagingFailed(error);
  }
}

async function clone(
  options: CloneOptions,
  { name }: RepositoryReference,
  branch: string,
  remote: GitRemote,
  { signal }: Deadline,
): Promise<ClonedRepository> {
  const { destination, limits } = options;
  const repository: Repository = {
    name,
    branch,
    remote,
    limits,
    folder: destination,
    gitDirectory: join(destination, 'repository.git'),
  };
  const git = openGit(repository, signal);
  const unavailable = await fetchWithHistory(options, git, repository, signal);
  const facts = openTreeFacts();
  const tree = measureTree(name, limits, options.history && unavailable === undefined ? facts.take : undefined);
  await git(['ls-tree', '-r', '-l', '-z', '--full-tree', 'HEAD'], { onOutput: tree.read });
  const measure = tree.measure();
  const directory = join(destination, 'tree');
  await writeFiles(git, directory, measure);
  const { commit, committedAt } = await readHead(git, branch);
  const cloned = {
    name,
    branch,
    commit,
    committedAt,
    directory,
    gitDirectory: repository.gitDirectory,
    files: measure.files,
    bytes: measure.bytes,
    notWritten: { symbolicLinks: measure.symbolicLinks, submodules: measure.submodules },
  };
  if (!options.history) return cloned;
  const history =
    unavailable === undefined
      ? await readHistory(
          repository,
          facts,
          join(destination, 'history'),
          { ...options.history, time: limits.time * SHARE_OF_HISTORY },
          signal,
        )
      : { unavailable };
  return { ...cloned, history };
}

/** What the history may take of the time that there is for everything, to be fetched and again to be read. */
const SHARE_OF_HISTORY = 0.4;

/**
 * Fetches the head with the history that is wanted, or else the head alone.
 * @returns why it has no history; undefined where it has, or none was wanted
 */
async function fetchWithHistory(
  { depth = 1, commit, history, limits, onProgress }: CloneOptions,
  git: Git,
  repository: Repository,
  signal: AbortSignal,
): Promise<string | undefined> {
  const fetch = async (commits: number, within: AbortSignal) => {
    await initialise(git, repository);
    await fetchHead(
      git,
      repository,
      { depth: commits, ...(commit !== undefined && { commit }) },
      { bytes: limits.bytes, signal: within, ...(onProgress && { onProgress }) },
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
      : tooMuchOfIt(error);
    if (reason === undefined) throw error;
    await removeStaged(repository.gitDirectory);
    await fetch(1, signal);
    return reason;
  } finally {
    share.close();
  }
}

/** What the head alone may well be without. */
function tooMuchOfIt(error: unknown): string | undefined {
  if (error instanceof TargetTooLarge) return `its history is larger than ${error.allowed.toLocaleString('en')} bytes`;
  if (error instanceof RepositoryUnreadable)
    return ['hostile content', 'not a repository'].includes(error.fault)
      ? `its history cannot be read (${error.message})`
      : undefined;
  return error instanceof TargetUnreadable ? `its history cannot be fetched (${error.message})` : undefined;
}

async function initialise(git: Git, { gitDirectory, branch }: Repository): Promise<void> {
  await git(['init', '--quiet', '--bare', '--template=', `--initial-branch=${branch}`]);
  await mkdir(join(gitDirectory, 'info'), { recursive: true });
  await writeFile(join(gitDirectory, 'info/attributes'), INERT_ATTRIBUTES);
}

/** Links would be followed, or be text that no tool should read as code; submodules are other repositories. */
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

async function readHead(git: Git, branch: string): Promise<{ commit: string; committedAt: string | undefined }> {
  let line = '';
  await git(['for-each-ref', '--count=1', '--format=%(objectname) %(committerdate:unix)', `refs/heads/${branch}`], {
    onOutput: (chunk) => void (line += chunk.toString('latin1')),
  });
  const [commit = '', seconds = ''] = line.trim().split(' ');
  const date = new Date(Number(seconds) * 1000);
  return { commit, committedAt: seconds === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString() };
}
