import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Unreadable, decodeText } from '../kit/per-file';

export interface TextsAsked {
  /** The endings of their names. */
  readonly names: RegExp;
  /** The longest file that is read, and all of them together, in bytes. */
  readonly maxFileBytes: number;
  readonly maxBytes: number;
}

/** The texts of files of a target, whichever page loads them. Another tool says which of them are no text. */
export function* textsOfTarget(root: string, { names, maxFileBytes, maxBytes }: TextsAsked): Generator<string> {
  let bytes = 0;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !names.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const { size } = statSync(path);
    if (size > maxFileBytes) continue;
    bytes += size;
    if (bytes > maxBytes) return;
    try {
      yield decodeText(readFileSync(path));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
    }
  }
}
