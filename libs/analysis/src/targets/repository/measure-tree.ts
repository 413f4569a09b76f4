import { TargetTooLarge } from '../errors';
import { RepositoryUnreadable } from './errors';

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
 */
export function measureTree(name: string, limits: TreeLimits): { read(chunk: Buffer): void; measure(): TreeMeasure } {
  let rest: Buffer = Buffer.alloc(0);
  let files = 0;
  let bytes = 0;
  let symbolicLinks = 0;
  let submodules = 0;
  const notWritten: Buffer[] = [];
  const take = (entry: Buffer) => {
    const tab = entry.indexOf(0x09);
    const [mode, , , size] = entry.subarray(0, tab).toString('latin1').split(/ +/);
    const path = entry.subarray(tab + 1);
    if ((files += 1) > limits.files) throw new TargetTooLarge('files', limits.files, 'files');
    if ((bytes += Number(size) || 0) > limits.bytes) throw new TargetTooLarge('bytes', limits.bytes, 'bytes');
    if (path.length > LONGEST_PATH || path.toString('latin1').split('/').some((part) => part.length > LONGEST_NAME)) throw new RepositoryUnreadable(name, 'hostile content', 'it holds a path that is too long to be written');
    if (mode === '120000') symbolicLinks += 1;
    else if (mode === '160000') submodules += 1;
    else return;
    notWritten.push(path);
  };
  return {
    read(chunk) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0, start)) {
        take(rest.subarray(start, end));
        start = end + 1;
      }
      rest = rest.subarray(start);
    },
    measure: () => ({ files: files - notWritten.length, bytes, notWritten, symbolicLinks, submodules }),
  };
}
