import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stagingFailed } from '../staging/errors';
import type { ImageEntry } from '@assay/target-records';
import type { BuriedEntry, ImageTree, LayerEntry } from './image-tree';
import { printablePath, safePath } from './layer-path';

/**
 * Moves stored contents to their final places. `root/` has the files that a container would see. `apart/<number>/` has
 * files that a later layer removed, and files whose name differs from another's only by letter case (macOS would take
 * them for the same file).
 * @returns every entry of the tree, with the path of its content
 * @throws InfrastructureError, the signal's reason
 */
export async function placeContents(
  tree: ImageTree,
  directory: string,
  contents: string,
  signal?: AbortSignal,
): Promise<ImageEntry[]> {
  const placed = new Map<number, string>();
  const names = createNames();
  const folders = new Set<string>();
  const place = async (content: number, path: string, apart: boolean): Promise<string> => {
    const known = placed.get(content);
    if (known !== undefined) return known;
    const file = !apart && names.claim(path) ? join('root', path) : join('apart', String(content), path);
    const folder = join(directory, dirname(file));
    if (!folders.has(folder)) await mkdir(folder, { recursive: true }).catch(throwStagingFailed);
    folders.add(folder);
    await rename(join(contents, String(content)), join(directory, file)).catch(throwStagingFailed);
    placed.set(content, file);
    return file;
  };
  const entries: ImageEntry[] = [];
  await mkdir(join(directory, 'root'), { recursive: true }).catch(throwStagingFailed);
  for (const entry of [...tree.present(), ...tree.buried()]) {
    signal?.throwIfAborted();
    const file =
      entry.content === undefined ? null : await place(entry.content, safePath(entry.segments), 'removedBy' in entry);
    entries.push(factsOf(entry, file));
  }
  return entries.sort((a, b) => a.layer - b.layer || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Claims file names. No two may be equal on a case-folding file system, and none may be a folder of another. */
function createNames() {
  const files = new Set<string>();
  const folders = new Set<string>();
  return {
    claim(path: string): boolean {
      const folded = path.normalize('NFD').toUpperCase().toLowerCase();
      const above = foldersOf(folded);
      if (files.has(folded) || folders.has(folded) || above.some((folder) => files.has(folder))) return false;
      files.add(folded);
      for (const folder of above) folders.add(folder);
      return true;
    },
  };
}

function foldersOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

function factsOf(entry: LayerEntry | BuriedEntry, file: string | null): ImageEntry {
  const { segments, kind, mode, uid, gid, size, layer, link } = entry;
  const removed = 'removedBy' in entry && { removedBy: entry.removedBy };
  return {
    path: printablePath(segments),
    kind,
    mode,
    uid,
    gid,
    size,
    layer,
    ...(link !== undefined && { link: printablePath(link.split('/')) }),
    ...removed,
    file,
  };
}

function throwStagingFailed(error: unknown): never {
  throw stagingFailed(error);
}
