import { entryName } from '@assay/archives';
import { SUBMODULES_BYTES, decodeBytes, submodulesIn } from '@assay/source-text';
import type { OpenFolder } from './open-entry';
import { readSmall } from './read-small';

/** The folders that a working tree gets from other repositories, as its `.gitmodules` names them. */
export async function readSubmodules(root: OpenFolder): Promise<string[]> {
  const list = await readSmall(root, '.gitmodules', SUBMODULES_BYTES);
  if (!Buffer.isBuffer(list)) return [];
  return [...new Set(submodulesIn(decodeBytes(list)).map(printable))];
}

/** A line of the list may have any bytes. */
const printable = (path: string): string =>
  path
    .split('/')
    .map((name) => entryName(Buffer.from(name)).printable)
    .join('/');

/** Those of which no file is there. Tools make less of what is missing in them, so a scan must say that it saw none. */
export function absentSubmodules(submodules: readonly string[], paths: readonly string[]): string[] {
  if (submodules.length === 0) return [];
  const folders = new Set(paths.flatMap(foldersOf));
  return submodules.filter((folder) => !folders.has(folder));
}

/** `a/b/c.ts` is in `a` and in `a/b`. */
const foldersOf = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
