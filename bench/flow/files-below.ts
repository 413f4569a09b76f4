import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { StagedFile } from '@assay/target-records';

/** The files of a folder, without the history and the packages that are installed there. */
export async function filesBelow(folder: string): Promise<StagedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !/(?:^|\/)(?:\.git|node_modules)\//.test(path));
  return Promise.all(
    paths.sort().map(async (path) => {
      const { size } = await stat(join(folder, path));
      return { staged: path, path, size, lines: 0, language: 'unknown' };
    }),
  );
}
