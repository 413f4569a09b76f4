import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Unreadable, decodeText } from '../kit/per-file';
import type { TextAt } from './evaluate/expressions';
import { HOLE, LONGEST_TEXT } from '../infrastructure/value';

/** As much is kept of texts that configurations read. More is not read. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The texts of the files of a target that its configurations read. Each is read once, and none outside of it is. */
export function textsOf(root: string, most = MOST_BYTES): TextAt {
  const known = new Map<string, string | undefined | null>();
  let left = most;
  const read = (path: string): string | undefined | null => {
    if (path.startsWith('/') || path.split('/').includes('..')) return undefined;
    try {
      const found = statSync(join(root, path));
      if (!found.isFile() || found.size > LONGEST_TEXT) return undefined;
      if (found.size > left) return null;
      left -= found.size;
      return decodeText(readFileSync(join(root, path))).replaceAll(HOLE, ' ');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // It is not in the copy, or no text: what it says is not known.
      if (error instanceof Unreadable || code !== undefined) return undefined;
      throw error;
    }
  };
  return (path) => {
    if (!known.has(path)) known.set(path, read(path));
    return known.get(path);
  };
}
