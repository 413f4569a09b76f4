import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that only its owner reads, as a whole or not at all, in place of what was there. */
export const replaceFile = (path: string, content: Buffer): Promise<void> =>
  throughPart(path, content, (part) => rename(part, path));

/**
 * The same where there is none yet, which is decided by the file system: of several at once, in any process, one
 * writes.
 */
export const createFile = (path: string, content: Buffer): Promise<void> =>
  throughPart(path, content, (part) => link(part, path).catch(unless('EEXIST')));

async function throughPart(path: string, content: Buffer, place: (part: string) => Promise<void>): Promise<void> {
  const part = `${path}.${randomUUID()}`;
  try {
    await closing(await open(part, 'wx', 0o600), async (file) => {
      await file.writeFile(content);
      await file.sync();
    });
    await place(part);
  } finally {
    await rm(part, { force: true });
  }
  await syncFolder(dirname(path));
}

/** A name is on the disk, or gone from it, when its folder is. */
export const syncFolder = async (path: string): Promise<void> =>
  closing(await open(path, 'r'), (folder) => folder.sync());

async function closing<Answer>(file: FileHandle, use: (file: FileHandle) => Promise<Answer>): Promise<Answer> {
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Takes one kind of failure for an answer. */
export const unless =
  (code: string) =>
  (error: unknown): undefined => {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  };
