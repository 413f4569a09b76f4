import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { INDEX_BYTES, readGitIndex } from '@assay/targets';
import { openPlainFile } from '../open-plain-file';
import type { TextFile } from './text-file';

/** The state in Git of files that are to be changed. */
export interface UnsavedWork {
  /** Whether the target is in a working tree of Git at all. */
  readonly isTracked: boolean;
  /** Files whose content Git does not have: what was done to them could not be told from what a fix does. */
  readonly files: readonly string[];
}

/**
 * Compares files with Git's index. Git itself is not run: its configuration may name programs, and the target may be
 * anybody's. An index that cannot be read has no file.
 * @param root absolute, without links
 */
export async function unsavedWork(root: string, files: readonly TextFile[]): Promise<UnsavedWork> {
  const top = await workingTree(root);
  if (top === undefined) return { isTracked: false, files: [] };
  const index = await indexOf(top);
  const isSaved = ({ path, bytes }: TextFile): boolean => {
    const name = relative(top, join(root, path)).split(sep).join('/');
    const content = index?.contentOf(Buffer.from(name).toString('latin1'));
    // Git may have line feeds where the working tree has CRLF.
    return content !== undefined && [bytes, withLineFeeds(bytes)].some((each) => blobId(each) === content);
  };
  return { isTracked: true, files: files.filter((file) => !isSaved(file)).map(({ path }) => path) };
}

async function workingTree(folder: string): Promise<string | undefined> {
  const isTop = await lstat(join(folder, '.git')).then(
    () => true,
    () => false,
  );
  if (isTop) return folder;
  return dirname(folder) === folder ? undefined : workingTree(dirname(folder));
}

async function indexOf(top: string): Promise<ReturnType<typeof readGitIndex>> {
  const file = join(await gitFolder(join(top, '.git')), 'index');
  const handle = await openPlainFile(file);
  if (handle === undefined) return undefined;
  try {
    return (await handle.stat()).size <= INDEX_BYTES ? readGitIndex(await handle.readFile()) : undefined;
  } finally {
    await handle.close();
  }
}

/** In a worktree and a submodule, `.git` is a file that names the folder. */
async function gitFolder(path: string): Promise<string> {
  const stat = await lstat(path);
  if (!stat.isFile() || stat.size > 4_096) return path;
  const named = /^gitdir: (.+)\n?$/.exec(await readFile(path, 'utf8'))?.[1];
  if (named === undefined) return path;
  return isAbsolute(named) ? named : resolve(dirname(path), named);
}

const withLineFeeds = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

const blobId = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
