import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** By the end of its name, a file with types. */
export const TYPESCRIPT = /\.(?:[cm]?ts|tsx)$/;

/**
 * Copies the readable sources to a separate folder. A TypeScript program follows imports anywhere. The copy has no file
 * that overflows the compiler, no `node_modules`, and no tsconfig.json of the target.
 */
export function copySources(texts: ReadonlyMap<string, string>, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of texts) {
    const copy = join(folder, path);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, text);
  }
}
