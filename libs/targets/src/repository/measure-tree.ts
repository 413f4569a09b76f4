import { TargetTooLarge } from '../staging/errors';
import { RepositoryUnreadable } from './errors';
import { nulFields } from './nul-fields';

/** An entry of the tree at the head, as `git ls-tree -r -l -z` lists it. */
export interface TreeEntry {
  /** `100644`, `120000` … */
  readonly mode: string;
  readonly id: string;
  /** Bytes; 0 for what is no file. */
  readonly size: number;
  /** As it is in the tree, which may be any bytes but NUL. */
  readonly path: Buffer;
}

export interface TreeMeasure {
  readonly files: number;
  readonly bytes: number;
  /** Paths, as bytes, of what is not written: links, and the places of submodules. */
  readonly notWritten: readonly Buffer[];
  readonly symbolicLinks: number;
  readonly submodules: number;
}

export interface TreeLimits {
  readonly bytes: number;
  readonly files: number;
}

/** Linux takes 255 bytes for a name and 4,096 for a path; the tree lies below folders of ours. */
const LONGEST_NAME = 255;
const LONGEST_PATH = 3_500;

/**
 * Reads `git ls-tree -r -l -z` as it streams. A tree of ten objects can have billions of files in it, and a pack of one
 * megabyte terabytes: both are known here before anything is written.
 * @param also looks at each entry, too
 */
export function measureTree(
  name: string,
  limits: TreeLimits,
  also?: (entry: TreeEntry) => void,
): { read(chunk: Buffer): void; measure(): TreeMeasure } {
  let files = 0;
  let bytes = 0;
  let symbolicLinks = 0;
  let submodules = 0;
  const notWritten: Buffer[] = [];
  const take = (entry: TreeEntry) => {
    const { mode, path } = entry;
    if ((files += 1) > limits.files) throw new TargetTooLarge('files', limits.files, 'files');
    if ((bytes += entry.size) > limits.bytes) throw new TargetTooLarge('bytes', limits.bytes, 'bytes');
    if (!isWritablePath(path))
      throw new RepositoryUnreadable(name, 'hostile content', 'it holds a path that is too long to be written');
    also?.(entry);
    if (mode === '120000') symbolicLinks += 1;
    else if (mode === '160000') submodules += 1;
    else return;
    notWritten.push(path);
  };
  return {
    read: nulFields((field) => take(entryOf(field))),
    measure: () => ({ files: files - notWritten.length, bytes, notWritten, symbolicLinks, submodules }),
  };
}

export const isWritablePath = (path: Buffer): boolean =>
  path.length <= LONGEST_PATH &&
  path
    .toString('latin1')
    .split('/')
    .every((part) => part.length <= LONGEST_NAME);

/** The path is a copy: what is kept of a tree must not hold the chunks that it came in. */
function entryOf(field: Buffer): TreeEntry {
  const tab = field.indexOf(0x09);
  const [mode = '', , id = '', size] = field.subarray(0, tab).toString('latin1').split(/ +/);
  return { mode, id, size: Number(size) || 0, path: Buffer.from(field.subarray(tab + 1)) };
}
