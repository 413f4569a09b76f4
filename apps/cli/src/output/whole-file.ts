import { createWriteStream } from 'node:fs';
import { access, constants, lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { interruptible } from '../interruption';
import { replaceFile } from '../replace-file';

/**
 * Writes a file whole or not at all: a full disk or Ctrl-C leaves what was there before. A link, a device, a pipe, and
 * a file in a folder that takes no other are written to as they stand.
 */
export async function writeWholeFile(content: Readable, file: string): Promise<void> {
  const earlier = await lstat(file).catch(noneThere);
  if (!(earlier?.isFile() ?? true) || !(await takesFiles(dirname(file))))
    return pipeline(content, createWriteStream(file));
  await interruptible(`${file} was not written`, (signal) =>
    replaceFile(file, content, { mode: earlier?.mode, signal }),
  );
}

const takesFiles = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );

function noneThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
