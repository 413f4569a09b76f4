import { join } from 'node:path';
import { explainFailure } from './explain-failure';
import { type GitRemote, gitEnvironment } from './git-environment';
import { type GitRun, runGit } from './run-git';

export interface Repository {
  /** `owner/name`, for error messages. */
  readonly name: string;
  readonly branch: string;
  /** The absolute path of the bare repository. */
  readonly gitDirectory: string;
  /** The only folder that git may write to. */
  readonly folder: string;
  /** The only machine that git may contact. Default: none. */
  readonly remote?: GitRemote;
  readonly limits: Pick<GitRun, 'time' | 'memoryMb' | 'bytes'>;
  /** Whether this process is confined already: git then shares its confinement. Default: false. */
  readonly confined?: boolean;
}

export type RemoteRepository = Repository & Required<Pick<Repository, 'remote'>>;

/** Options of one git command. */
type GitOptions = Partial<Pick<GitRun, 'input' | 'onOutput' | 'network'>> & {
  readonly signal?: AbortSignal;
  /** Added to the environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Exit codes that are not failures. Default: 0. */
  readonly answers?: readonly number[];
};

/**
 * Runs git in the repository.
 * @throws the error that `explainFailure` makes of any other exit code, and what `runGit` throws
 */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<void>;

export function openGit(
  { name, branch, gitDirectory, folder, remote, limits, confined = false }: Repository,
  signal: AbortSignal,
): Git {
  return async (args, { variables, answers = [0], network = false, ...options } = {}) => {
    const environment = {
      ...gitEnvironment(network ? remote : undefined),
      GIT_DIR: gitDirectory,
      GIT_INDEX_FILE: join(folder, 'index'), // the repository may be read-only
      ...variables,
    };
    const end = await runGit({
      args,
      cwd: folder,
      network,
      time: limits.time,
      memoryMb: limits.memoryMb,
      bytes: limits.bytes,
      environment,
      confined,
      ...options,
      signal: options.signal ?? signal,
    });
    if (!answers.includes(end.code))
      throw explainFailure(end.errorOutput, { name, branch, withToken: remote?.authorization !== undefined });
  };
}

/** The commit of a branch and, ISO 8601 in UTC, when it was made: undefined if its date is invalid. */
export async function headOf(git: Git, branch: string): Promise<{ commit: string; committedAt: string | undefined }> {
  let line = '';
  await git(['for-each-ref', '--count=1', '--format=%(objectname) %(committerdate:unix)', `refs/heads/${branch}`], {
    onOutput: (chunk) => void (line += chunk.toString('latin1')),
  });
  const [commit = '', seconds = ''] = line.trim().split(' ');
  const date = new Date(Number(seconds) * 1000);
  return { commit, committedAt: seconds === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString() };
}
