import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { close, openRoot } from '../../staging/open-entry';
import { initialise } from '../initialise';
import { openGit } from '../git';
import { type ReadOptions, readRepository } from '../read-repository';
import { TargetUnreadable } from '../../staging/errors';
import { HistoryElsewhere, copyRepository, refuseCommonFolder, withGitFolder, writeOwn } from './copy-repository';
import { has, headOf, referenceId } from './git-folder';

export interface CheckOutOptions extends Pick<ReadOptions, 'limits' | 'signal'> {
  /** The root of a working tree, with a `.git` folder. */
  readonly directory: string;
  /** A branch, a tag, an id or `HEAD`; behind it may stand which of its ancestors: `main~2`, `v1.0^`. */
  readonly reference: string;
  /** An empty folder, in which the copy of the repository and the files are made. */
  readonly folder: string;
}

export interface CheckedOut {
  /** The full id of the commit. */
  readonly commit: string;
  /** The files of the commit, with a `.git` of our own beside them whose head it is. */
  readonly directory: string;
}

const BRANCH = 'main';
const REFERENCE = /^(?<name>[^\s~^:?*[\\@]+|@)(?<ancestor>(?:[~^]\d{0,6})*)$/;
const ABBREVIATED = /^[0-9a-f]{4,64}$/;

/**
 * Writes the files of a commit of a local repository, without its links and submodules. Nothing of the repository is
 * run or obeyed: its objects are copied to a repository of our own, and a confined git reads them there.
 * @throws TargetUnreadable if there is no such commit here, and what `readRepository` throws
 */
export async function checkOutReference(options: CheckOutOptions): Promise<CheckedOut> {
  const { directory, reference, folder, limits, signal } = options;
  const repository = { name: directory, branch: BRANCH, gitDirectory: join(folder, 'repository.git'), folder, limits };
  const commit = await copied(options, repository);
  const tree = await readRepository({ ...repository, signal });
  if (tree.commit !== commit) throw new TargetUnreadable(reference, 'its commit cannot be read');
  await rename(repository.gitDirectory, join(tree.directory, '.git'));
  return { commit, directory: tree.directory };
}

/** @returns the id of the commit, at which the head of the copy is then */
async function copied(
  { directory, reference, limits, signal }: CheckOutOptions,
  repository: Parameters<typeof openGit>[0],
): Promise<string> {
  const root = await openRoot(directory);
  try {
    if (!(await has(root, '.git'))) throw new TargetUnreadable(directory, 'it is no git repository');
    return await withGitFolder(root, async (git) => {
      await refuseCommonFolder(git);
      const head = await headOf(git);
      if (head === undefined) throw new TargetUnreadable(directory, 'nothing is committed there yet');
      const { name = '', ancestor = '' } = REFERENCE.exec(reference)?.groups ?? {};
      const id = await referenceId(git, name === '@' ? 'HEAD' : name);
      const start = id ?? (ABBREVIATED.test(name) ? name : undefined);
      if (start === undefined) throw noSuch(reference, directory);
      const run = openGit(repository, signal);
      await initialise(run, repository, head.length === 64 ? 'sha256' : 'sha1');
      await copyRepository(git, repository.gitDirectory, limits);
      let commit = '';
      await run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${start}${ancestor}^{commit}`], {
        answers: [0, 1, 128],
        onOutput: (chunk) => void (commit += chunk.toString('latin1')),
      });
      if (!/^[0-9a-f]{40,64}\n$/.test(commit)) throw noSuch(reference, directory);
      await writeOwn(join(repository.gitDirectory, `refs/heads/${BRANCH}`), commit);
      return commit.trim();
    });
  } catch (error) {
    if (error instanceof HistoryElsewhere) throw new TargetUnreadable(directory, error.message, { cause: error });
    throw error;
  } finally {
    await close(root.fd);
  }
}

const noSuch = (reference: string, directory: string) =>
  new TargetUnreadable(
    reference,
    `the repository ${directory} has no such branch, tag or commit ` +
      '(a shallow clone lacks older ones: git fetch brings them)',
  );
