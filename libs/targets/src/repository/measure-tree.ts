import { TargetTooLarge } from '../staging/errors';
import { RepositoryUnreadable } from './errors';
import { nulFields } from './nul-fields';

/** An entry of the tree at the head, as `git ls-tree -r -l -z` lists it. */
export interface TreeEntry {
  /** `100644`, `120000` … */
  readonly mode: string;
  readonly id: string;
  /** Bytes; 0 for an entry that is not a file. */
  readonly size: number;
  /** The path in the tree. It may have any bytes but NUL. */
  readonly path: Buffer;
}

export interface TreeMeasure {
  readonly files: number;
  readonly bytes: number;
  /** Paths, as bytes, of entries that are not written: links and submodules. */
  readonly notWritten: readonly Buffer[];
  readonly symbolicLinks: number;
  readonly submodules: number;
}

interface TreeLimits {
  readonly bytes: number;
  readonly files: number;
}

/** Linux allows 255 bytes for a name and 4,096 for a path, which includes the folders above the tree. */
const MAX_NAME = 255;
const MAX_PATH = 3_500;

/**
 * Reads the streamed output of `git ls-tree -r -l -z`. Ten tree objects can describe billions of files, and a pack of
 * one megabyte can hold terabytes. Both are detected here, before anything is written.
 * @param onEntry called for each entry
 */
export function measureTree(
  name: string,
  limits: TreeLimits,
  onEntry?: (entry: TreeEntry) => void,
): { read(chunk: Buffer): void; measure(): TreeMeasure } {
  let files = 0;
  let bytes = 0;
  let symbolicLinks = 0;
  let submodules = 0;
  const notWritten: Buffer[] = [];
  const add = (entry: TreeEntry) => {
    const { mode, path } = entry;
    if ((files += 1) > limits.files) throw new TargetTooLarge('files', limits.files, 'files');
    if ((bytes += entry.size) > limits.bytes) throw new TargetTooLarge('bytes', limits.bytes, 'bytes');
    if (!isWritablePath(path))
      throw new RepositoryUnreadable(name, 'hostile content', 'it holds a path that is too long to be written');
    onEntry?.(entry);
    if (mode === '120000') symbolicLinks += 1;
    else if (mode === '160000') submodules += 1;
    else return;
    notWritten.push(path);
  };
  return {
    read: nulFields((field) => add(entryOf(field))),
    measure: () => ({ files: files - notWritten.length, bytes, notWritten, symbolicLinks, submodules }),
  };
}

export const isWritablePath = (path: Buffer): boolean =>
  path.length <= MAX_PATH &&
  path
    .toString('latin1')
    .split('/')
    .every((part) => part.length <= MAX_NAME);

/** Reads one entry. The path is copied, because a part of the chunk would keep the whole chunk in memory. */
function entryOf(field: Buffer): TreeEntry {
  const tab = field.indexOf(0x09);
  const [mode = '', , id = '', size] = field.subarray(0, tab).toString('latin1').split(/ +/);
  return { mode, id, size: Number(size) || 0, path: Buffer.from(field.subarray(tab + 1)) };
}
