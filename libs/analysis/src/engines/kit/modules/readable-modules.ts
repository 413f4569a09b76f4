import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StagedFile } from '@assay/target-records';
import { Unreadable, decodeText } from '../per-file';

export interface Readable {
  readonly texts: ReadonlyMap<string, string>;
  readonly unreadable: Map<string, string>;
}

/**
 * A larger or deeper module is generated code. The parsers that are used recurse, and an overflow would end the whole
 * pass.
 */
const MAX_BYTES = 1024 * 1024;
const DEEPEST = 500;

export function readModules(root: string, files: readonly StagedFile[]): Readable {
  const texts = new Map<string, string>();
  const unreadable = new Map<string, string>();
  for (const file of files) {
    try {
      texts.set(file.staged, readModule(root, file));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unreadable.set(file.staged, error.message);
    }
  }
  return { texts, unreadable };
}

function readModule(root: string, { staged, size }: StagedFile): string {
  if (size > MAX_BYTES) throw new Unreadable('larger than 1 MB');
  const text = decodeText(readFileSync(join(root, staged)));
  if (depthOf(text) > DEEPEST) throw new Unreadable(`nested more than ${DEEPEST} levels deep`);
  return text;
}

/** The nesting depth of brackets, including those in strings and comments. It is an upper bound, not a parse. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '(' || character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1));
    else if (character === ')' || character === ']' || character === '}') depth = Math.max(0, depth - 1);
  }
  return deepest;
}
