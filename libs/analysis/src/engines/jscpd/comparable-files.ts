import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StagedFile } from '@assay/target-records';
import { Unreadable, decodeText } from '../kit/per-file';

const MAX_BYTES = 1024 * 1024;
const MAX_LINES = 20_000;
/** Longer lines are generated code. The tokenizer's expressions take time proportional to the square of the length. */
const MAX_LINE = 20_000;

/** Selects the files that jscpd can compare. jscpd itself would silently ignore the others. */
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
      if (lines.some((line) => line.length > MAX_LINE))
        throw new Unreadable(`has a line of more than ${MAX_LINE} characters`);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unreadable.set(staged, error.message);
    }
  }
  return { unreadable };
}
