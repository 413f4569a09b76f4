import { type Commit, parseCommit } from './commit-object';
import type { Git } from './git';
import { objectReader } from './object-reader';

/** The commits that were fetched, and the folders of all of them. */
export interface HistoryObjects {
  /** Newest first, none before those that are based on it. */
  readonly commits: readonly Commit[];
  /** Tree objects by their ids. */
  readonly trees: ReadonlyMap<string, Buffer>;
  /** Whether there are older commits, which were not read. */
  readonly cut: boolean;
  /** Folders for which there was no room. */
  readonly treesLeft: number;
}

const MOST_COMMITS = 2_000;
const COMMIT_KEPT = 65_536;
const TREES_KEPT = 128 * 1024 * 1024;

/**
 * Reads each commit and each folder once, in however many commits the folder is: what a history of a thousand commits
 * takes, and of a tree with billions of files in a dozen objects, is what its objects take.
 */
export async function readObjects(git: Git): Promise<HistoryObjects> {
  const ids: Buffer[] = [];
  await git(
    [
      'rev-list',
      '--objects',
      '--no-object-names',
      '--filter=blob:none',
      '--date-order',
      `--max-count=${MOST_COMMITS + 1}`,
      'HEAD',
    ],
    { onOutput: (chunk) => void ids.push(chunk) },
  );
  const commits: Commit[] = [];
  const trees = new Map<string, Buffer>();
  let room = TREES_KEPT;
  let treesLeft = 0;
  const keep = ({ type, size }: { type: string; size: number }) =>
    type === 'commit' ? COMMIT_KEPT : type === 'tree' && size <= room ? size : 0;
  await git(['cat-file', '--batch'], {
    input: Buffer.concat(ids),
    onOutput: objectReader(keep, ({ id, type, size, content }) => {
      if (type === 'commit') return void commits.push(parseCommit(id, content));
      if (type !== 'tree') return;
      if (content.length < size) return void (treesLeft += 1);
      room -= size;
      trees.set(id, content);
    }),
  });
  return { commits: commits.slice(0, MOST_COMMITS), trees, cut: commits.length > MOST_COMMITS, treesLeft };
}
