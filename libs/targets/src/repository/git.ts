import { explainFailure } from './explain-failure';
import { type GitRemote, gitEnvironment } from './git-environment';
import { type GitRun, runGit } from './run-git';

export interface Repository {
  /** `owner/name` and the branch, as errors call them. */
  readonly name: string;
  readonly branch: string;
  /** Absolute: of the bare repository. */
  readonly gitDirectory: string;
  /** All that git may write. */
  readonly folder: string;
  readonly remote: GitRemote;
  readonly limits: Pick<GitRun, 'time' | 'memoryMb'>;
}

/** What one command of git is given beside its arguments. */
export type GitOptions = Partial<Pick<GitRun, 'input' | 'onOutput' | 'network'>> & {
  readonly signal?: AbortSignal;
  /** Added to the environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Exit codes that are answers. Default: 0. */
  readonly answers?: readonly number[];
};

/**
 * Runs git in the repository. @throws what `explainFailure` makes of a code that is no answer, and what `runGit` throws
 */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<void>;

export function openGit({ name, branch, gitDirectory, folder, remote, limits }: Repository, signal: AbortSignal): Git {
  return async (args, { variables, answers = [0], network = false, ...options } = {}) => {
    const environment = { ...gitEnvironment(network ? remote : undefined), GIT_DIR: gitDirectory, ...variables };
    const end = await runGit({
      args,
      cwd: folder,
      network,
      time: limits.time,
      memoryMb: limits.memoryMb,
      environment,
      ...options,
      signal: options.signal ?? signal,
    });
    if (!answers.includes(end.code))
      throw explainFailure(end.errorOutput, { name, branch, withToken: remote.authorization !== undefined });
  };
}
