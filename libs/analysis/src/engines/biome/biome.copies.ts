import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { StagedFile } from '@assay/target-records';

/** Copies of some files, by the path that Biome will report. */
export interface Copies {
  readonly folder: string;
  readonly files: ReadonlyMap<string, StagedFile>;
}

/**
 * Makes copies for Biome, each in its own folder. Next to the originals, Biome would use the target's `biome.json` and
 * `.gitignore` in addition to the given configuration, and would end because of a second root configuration. It would
 * ignore files below `node_modules`. In the copies, directives that hide findings are overwritten, because Biome has no
 * option for that.
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

/** Works on bytes, so that invalid UTF-8 is not changed and every position stays. */
export const withoutDirectives = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes.toString('latin1').replace(/\b(?:biome|rome)-ignore/g, (word) => '.'.repeat(word.length)),
    'latin1',
  );
