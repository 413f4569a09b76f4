import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { StagedFile } from '@assay/target-records';

/** Copies of some files, by the path that Biome will name them with. */
export interface Copies {
  readonly folder: string;
  readonly files: ReadonlyMap<string, StagedFile>;
}

/**
 * Biome is shown copies, each in a folder of its own: next to the originals it finds the target's `biome.json` and
 * `.gitignore` whatever configuration it is given, and a second root configuration ends it; below `node_modules` it
 * looks at nothing. In the copies the words that hide findings are overwritten, for which it has no option.
 */
export async function copyFiles(root: string, files: readonly StagedFile[], folder: string): Promise<Copies> {
  const copies = new Map<string, StagedFile>();
  for (const [index, file] of files.entries()) {
    const path = `${index}/${basename(file.staged)}`;
    await mkdir(join(folder, String(index)), { recursive: true });
    await writeFile(join(folder, path), withoutDirectives(await readFile(join(root, file.staged))));
    copies.set(path, file);
  }
  return { folder, files: copies };
}

export const removeCopies = ({ folder }: Copies): Promise<void> => rm(folder, { recursive: true, force: true });

/** Byte by byte, so that what is not UTF-8 stays as broken as it was, and every position what it was. */
export const withoutDirectives = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes.toString('latin1').replace(/\b(?:biome|rome)-ignore/g, (word) => '.'.repeat(word.length)),
    'latin1',
  );
