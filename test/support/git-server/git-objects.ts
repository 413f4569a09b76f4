import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';

/** A file, a link or a submodule of a tree, under any name at all: git itself would not write some of these. */
export interface TreeEntry {
  readonly mode?: '100644' | '100755' | '120000' | '160000';
  readonly content: string | Buffer;
}

export type Tree = { readonly [name: string]: TreeEntry | string | Tree };

export interface CommitOptions {
  readonly parents?: readonly string[];
  readonly message?: string | Buffer;
  /** The name of both the author and the committer. */
  readonly by?: string;
  /** Seconds since 1970, or anything else that shall stand there. */
  readonly at?: number | string;
}

/** Writes objects below `<gitDirectory>/objects` without asking git what it thinks of them. */
export function objectWriter(gitDirectory: string) {
  const write = (type: 'blob' | 'tree' | 'commit', content: Buffer): string => {
    const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = createHash('sha1').update(object).digest('hex');
    const file = join(gitDirectory, 'objects', id.slice(0, 2), id.slice(2));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, deflateSync(object));
    return id;
  };
  const tree = (entries: readonly { readonly mode: string; readonly name: string; readonly id: string }[]): string => {
    const sorted = entries.toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
    return write(
      'tree',
      Buffer.concat(sorted.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
    );
  };
  const treeOf = (content: Tree): string =>
    tree(
      Object.entries(content).map(([name, entry]) => {
        if (typeof entry === 'string') return { mode: '100644', name, id: write('blob', Buffer.from(entry)) };
        if (!isEntry(entry)) return { mode: '40000', name, id: treeOf(entry) };
        const mode = entry.mode ?? '100644';
        return {
          mode,
          name,
          id: mode === '160000' ? String(entry.content) : write('blob', Buffer.from(entry.content as string)),
        };
      }),
    );
  const commit = (
    treeId: string,
    { parents = [], message = 'A commit', by = 'Ada <ada@site.example>', at = 1_700_000_000 }: CommitOptions = {},
  ): string => {
    const who = `${by} ${at} +0100`;
    const head = Buffer.from(
      [
        `tree ${treeId}`,
        ...parents.map((parent) => `parent ${parent}`),
        `author ${who}`,
        `committer ${who}`,
        '',
        '',
      ].join('\n'),
    );
    return write('commit', Buffer.concat([head, Buffer.from(message as string), Buffer.from('\n')]));
  };
  /** Commits one after the other, a minute apart: the last one's id. */
  const line = (
    commits: readonly (CommitOptions & { readonly tree: Tree })[],
    parents: readonly string[] = [],
  ): string =>
    commits.reduce<readonly string[]>(
      (before, { tree: content, ...options }, index) => [
        commit(treeOf(content), { parents: before, at: 1_700_000_000 + 60 * index, ...options }),
      ],
      parents,
    )[0]!;
  return { write, tree, treeOf, commit, line };
}

/** Git sorts a folder as if its name ended in a slash. */
const sortKey = ({ mode, name }: { mode: string; name: string }): Buffer =>
  Buffer.from(mode === '40000' ? `${name}/` : name);

const isEntry = (entry: TreeEntry | Tree): entry is TreeEntry =>
  typeof entry['content'] === 'string' || Buffer.isBuffer(entry['content']);

/** A bare repository with these branches, each a tree or the id of a commit. */
export function makeRepository(
  gitDirectory: string,
  branches: Readonly<Record<string, Tree | ((objects: ReturnType<typeof objectWriter>) => string)>>,
): Record<string, string> {
  for (const folder of ['objects/pack', 'refs/heads']) mkdirSync(join(gitDirectory, folder), { recursive: true });
  writeFileSync(join(gitDirectory, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(gitDirectory, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
  const objects = objectWriter(gitDirectory);
  const commits: Record<string, string> = {};
  for (const [branch, content] of Object.entries(branches)) {
    const id = typeof content === 'function' ? content(objects) : objects.commit(objects.treeOf(content));
    mkdirSync(dirname(join(gitDirectory, 'refs/heads', branch)), { recursive: true });
    writeFileSync(join(gitDirectory, 'refs/heads', branch), `${id}\n`);
    commits[branch] = id;
  }
  return commits;
}
