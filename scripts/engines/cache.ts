import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';

/** The folder of the installations for the tests on real engines, outside of the project. */
export function enginesFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { ASSAY_ENGINES_DIR: chosen, XDG_CACHE_HOME: cache } = environment;
  return chosen || join(cache || join(homedir(), '.cache'), 'assay', 'engines');
}

/** A program that is not installed, or that the installation needs. The message says what to do. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing';
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/**
 * Makes a folder once. It is filled under another name and then renamed, so that an existing folder is always whole; of
 * two processes that make it at once, one discards its copy.
 */
export async function madeOnce(folder: string, fill: (into: string) => Promise<void>): Promise<string> {
  if (await exists(folder)) return folder;
  await mkdir(join(folder, '..'), { recursive: true });
  const unfinished = await mkdtemp(join(folder, '..', `.${basename(folder)}-`));
  try {
    await fill(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
  return folder;
}
