import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StagedFile } from '@assay/target-records';
import { Unreadable, decodeText } from '../kit/per-file';

const MAX_BYTES = 1024 * 1024;
const MAX_LINES = 20_000;
/** Code on a longer line is generated; the tokenizer's expressions need time with the square of its length. */
const LONGEST_LINE = 20_000;

/** jscpd leaves such files out without a word. */
export function comparableFiles(
  root: string,
  files: readonly StagedFile[],
): { unreadable: ReadonlyMap<string, string> } {
  const unreadable = new Map<string, string>();
  for (const { staged, size } of files) {
    try {
      if (size > MAX_BYTES) throw new Unreadable('larger than 1 MB');
      const lines = decodeText(readFileSync(join(root, staged))).split('\n');
      if (lines.length > MAX_LINES) throw new Unreadable(`has more than ${MAX_LINES} lines`);
      if (lines.some((line) => line.length > LONGEST_LINE))
        throw new Unreadable(`has a line of more than ${LONGEST_LINE} characters`);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unreadable.set(staged, error.message);
    }
  }
  return { unreadable };
}
