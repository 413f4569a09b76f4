import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of a file, with line feeds alone. */
export interface ReadText {
  readonly text: string;
  readonly lines: readonly string[];
}

/**
 * Reads texts below a folder, and keeps the last one: findings come file by file.
 * @param root the absolute path of the folder
 */
export function lastTexts(root: string): (file: string) => ReadText {
  let last: (ReadText & { readonly file: string }) | undefined;
  return (file) => {
    if (last?.file !== file) {
      const text = readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
      last = { file, text, lines: text.split('\n') };
    }
    return last;
  };
}
