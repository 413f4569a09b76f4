import { join } from 'node:path';
import { InfrastructureError, messageOf } from '@assay/kernel';
import { TargetTooLarge } from '../../staging/errors';
import { type OpenFolder, close, openRoot } from '../../staging/open-entry';
import type { WriteBudget } from '../../staging/write-budget';
import { initialise } from '../initialise';
import { type Git, openGit } from '../git';
import { measureTree } from '../measure-tree';
import { nulFields } from '../nul-fields';
import { type NoHistory, type RepositoryHistory, readHistory } from '../read-history';
import { openTreeFacts } from '../tree-facts';
import type { VersionLimits } from '../write-versions';
import { HistoryElsewhere, copyRepository, refuseCommonFolder, withGitFolder, writeOwn } from './copy-repository';
import { has, headOf } from './git-folder';

export interface WorkingTreeOptions {
  /** The working tree. */
  readonly directory: string;
  /** A folder that is there, in which the copy of the repository and the history are made. */
  readonly folder: string;
  readonly limits: {
    /** Bytes of the repository's objects, and of the files at its head. */
    readonly bytes: number;
    readonly files: number;
    readonly time: number;
    readonly memoryMb: number;
  };
  readonly history: VersionLimits & { readonly commits: number };
  readonly signal: AbortSignal;
  readonly writes?: WriteBudget;
}

const NAME = 'the repository';
const BRANCH = 'main';

/**
 * Reads the history of a directory that is the working tree of a hostile repository. Its objects are copied to a
 * repository of our own, and git reads them there. Nothing else of its `.git` is read by git: no configuration, hook,
 * attribute, reference, index or link. Only a process that is confined already calls this.
 * @returns undefined if the directory has no `.git`, or no commit yet
 * @throws InfrastructureError, the signal's reason
 */
export async function readWorkingTree(options: WorkingTreeOptions): Promise<RepositoryHistory | NoHistory | undefined> {
  const root = await openRoot(options.directory);
  try {
    if (!(await has(root, '.git'))) return undefined;
    return await withGitFolder(root, (git) => read(options, git));
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof InfrastructureError) throw error;
    if (error instanceof HistoryElsewhere) return { unavailable: error.message };
    if (error instanceof TargetTooLarge)
      return { unavailable: `its history has more than ${error.allowed.toLocaleString('en')} ${error.limit}` };
    return { unavailable: `its history cannot be read (${messageOf(error)})` };
  } finally {
    await close(root.fd);
  }
}

async function read(
  { directory, folder, limits, history, signal, writes }: WorkingTreeOptions,
  git: OpenFolder,
): Promise<RepositoryHistory | NoHistory | undefined> {
  const repository = {
    name: NAME,
    branch: BRANCH,
    gitDirectory: join(folder, 'repository.git'),
    folder,
    limits,
    confined: true,
  };
  await refuseCommonFolder(git);
  const head = await headOf(git);
  if (head === undefined) return undefined;
  const run = openGit(repository, signal);
  await initialise(run, repository, head.length === 64 ? 'sha256' : 'sha1');
  await copyRepository(git, repository.gitDirectory, {
    bytes: limits.bytes,
    files: limits.files,
    ...(writes && { writes }),
  });
  await writeOwn(join(repository.gitDirectory, `refs/heads/${BRANCH}`), `${head}\n`);

  const facts = openTreeFacts();
  const tree = measureTree(NAME, limits, facts.add);
  await run(['ls-tree', '-r', '-l', '-z', '--full-tree', 'HEAD'], { onOutput: tree.read });
  const changed = await changedSince(run, directory);
  return readHistory(
    repository,
    { ...facts, isAtHead: (id) => facts.isAtHead(id) && !changed.has(id) },
    join(folder, 'history'),
    { ...history, time: limits.time, ...(writes && { writes }) },
    signal,
  );
}

/**
 * The contents at the head that the working tree no longer has, by their ids: what was removed and is not yet committed
 * is in the history alone.
 */
async function changedSince(run: Git, directory: string): Promise<ReadonlySet<string>> {
  const variables = { GIT_WORK_TREE: directory };
  await run(['read-tree', 'HEAD']);
  await run(['update-index', '-q', '--ignore-submodules', '--refresh'], { variables, answers: [0, 1] });
  const changed = new Set<string>();
  await run(
    ['diff-index', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '--ignore-submodules', 'HEAD'],
    {
      variables,
      onOutput: nulFields((field) => {
        const id = /^:\d+ \d+ ([0-9a-f]+) /.exec(field.toString('latin1', 0, 160))?.[1];
        if (id !== undefined) changed.add(id);
      }),
    },
  );
  return changed;
}
