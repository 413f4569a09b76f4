import { type Commit, parseCommit } from './commit-object';
import type { Git } from './git';
import { objectReader } from './object-reader';

/** The fetched commits, and the folders of all of them. */
export interface HistoryObjects {
  /** The newest first. A commit always comes after the commits that are based on it. */
  readonly commits: readonly Commit[];
  /** Tree objects by their ids. */
  readonly trees: ReadonlyMap<string, Buffer>;
  /** Whether there are older commits that were not read. */
  readonly cut: boolean;
  /** The number of folders that did not fit into memory. */
  readonly treesLeft: number;
}

const MAX_COMMITS = 2_000;
const MAX_COMMIT_BYTES = 65_536;
const MAX_TREE_BYTES = 128 * 1024 * 1024;

/**
 * Reads each commit and each folder once, even if a folder is in many commits. So the work depends on the number of
 * objects only. That matters for a history of a thousand commits, and for a tree whose dozen objects describe billions
 * of files.
 * @param most the number of commits that are read at most
 */
export async function readObjects(git: Git, most: number = MAX_COMMITS): Promise<HistoryObjects> {
  const ids: Buffer[] = [];
  await git(
    [
      'rev-list',
      '--objects',
      '--no-object-names',
      '--filter=blob:none',
      '--date-order',
      `--max-count=${most + 1}`,
      'HEAD',
    ],
    { onOutput: (chunk) => void ids.push(chunk) },
  );
  const commits: Commit[] = [];
  const trees = new Map<string, Buffer>();
  let room = MAX_TREE_BYTES;
  let treesLeft = 0;
  const bytesToKeep = ({ type, size }: { type: string; size: number }) =>
    type === 'commit' ? MAX_COMMIT_BYTES : type === 'tree' && size <= room ? size : 0;
  await git(['cat-file', '--batch'], {
    input: Buffer.concat(ids),
    onOutput: objectReader(bytesToKeep, ({ id, type, size, content }) => {
      if (type === 'commit') return void commits.push(parseCommit(id, content));
      if (type !== 'tree') return;
      if (content.length < size) return void (treesLeft += 1);
      room -= size;
      trees.set(id, content);
    }),
  });
  return { commits: commits.slice(0, most), trees, cut: commits.length > most, treesLeft };
}
