import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, lstat, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { interruptible } from '../interruption';

/**
 * Writes a file whole or not at all: the text goes beside its place, and is renamed when it is complete. A full disk or
 * Ctrl-C leaves what was there before. A link, a device, a pipe, and a file in a folder that takes no other are written
 * to as they stand.
 */
export async function writeWholeFile(content: Readable, file: string): Promise<void> {
  const earlier = await lstat(file).catch(noneThere);
  if (!(earlier?.isFile() ?? true) || !(await takesFiles(dirname(file))))
    return pipeline(content, createWriteStream(file));
  const beside = join(dirname(file), `.${basename(file).slice(0, 100)}.${randomBytes(6).toString('hex')}.part`);
  try {
    const mode = earlier ? earlier.mode & 0o777 : 0o666;
    await interruptible(`${file} was not written`, async (signal) => {
      try {
        await pipeline(content, createWriteStream(beside, { flags: 'wx', mode, flush: true }), { signal });
      } catch (error) {
        // The pipeline tells only that it was aborted.
        signal.throwIfAborted();
        throw error;
      }
    });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

const takesFiles = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );

function noneThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
