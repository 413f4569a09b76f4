import type { Git } from './git';
import { nulFields } from './nul-fields';
import { objectReader } from './object-reader';
import type { TreeRecord } from '@assay/target-records';
import { MAX_NAMED, type TreeFacts, isLarge, openList, readablePath } from './tree-facts';
import type { MeasuredVersion } from './write-versions';

const POINTER = 'version https://git-lfs.github.com/spec/v1\n';
const MAX_ATTRIBUTES_BYTES = 65_536;
/** Text files that may quote the markers of a merge conflict. */
const QUOTING = /\.(md|markdown|mdx|rst|txt|adoc|asciidoc|patch|diff|rej)$/i;

/** Makes the record of the tree: the collected facts, and those that only git can find. */
export async function readTreeRecord(
  git: Git,
  tree: TreeFacts,
  versions: readonly MeasuredVersion[],
): Promise<TreeRecord> {
  const facts = tree.facts();
  const inHistory = versions.filter(({ bytes }) => isLarge(bytes));
  const named = inHistory
    .slice(0, MAX_NAMED)
    .map(({ path, bytes, commit }) => ({ path: readablePath(path), bytes, commit: commit.slice(0, 12) }));
  const large = { first: [...facts.large.first, ...named], total: facts.large.total + inHistory.length };
  return { ...facts, large, conflicted: await conflicted(git), strayPointers: await strayPointers(git, tree) };
}

async function conflicted(git: Git): Promise<TreeRecord['conflicted']> {
  const list = openList<string>();
  const onOutput = nulFields((field) => {
    const path = readablePath(field.subarray('HEAD:'.length));
    if (!QUOTING.test(path)) list.add(path);
  });
  // Exit code 1 means that no file matches.
  await git(
    [
      'grep',
      '-l',
      '-z',
      '-a',
      '-E',
      '--threads=1',
      '--no-recurse-submodules',
      '--all-match',
      '-e',
      '^<<<<<<< ',
      '-e',
      '^=======.?$',
      '-e',
      '^>>>>>>> ',
      'HEAD',
    ],
    { answers: [0, 1], onOutput },
  );
  return list.listed();
}

async function strayPointers(git: Git, { pointers, attributes }: TreeFacts): Promise<TreeRecord['strayPointers']> {
  const list = openList<string>();
  if (pointers.size === 0) return list.listed();
  let tracked = false;
  await contents(git, attributes, (_, text) => void (tracked ||= /\bfilter=lfs\b/.test(text)));
  if (!tracked)
    await contents(git, pointers.keys(), (id, text) =>
      text.startsWith(POINTER) ? list.add(pointers.get(id)!) : undefined,
    );
  return list.listed();
}

const contents = (git: Git, ids: Iterable<string>, take: (id: string, text: string) => void): Promise<void> =>
  git(['cat-file', '--batch'], {
    input: Buffer.from([...ids].map((id) => `${id}\n`).join('')),
    onOutput: objectReader(MAX_ATTRIBUTES_BYTES, ({ id, content }) => take(id, content.toString('latin1'))),
  });
