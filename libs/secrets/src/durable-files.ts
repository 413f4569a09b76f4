import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner can read, and replaces the old one. The file is written as a whole or not at all.
 */
export const replaceFile = (path: string, content: Buffer): Promise<void> =>
  writeAndMove(path, content, (part) => rename(part, path));

/**
 * Writes the file only if it does not exist. The file system decides that, so that of several concurrent calls in any
 * process exactly one writes.
 */
export const createFile = (path: string, content: Buffer): Promise<void> =>
  writeAndMove(path, content, (part) => link(part, path).catch(ignoreError('EEXIST')));

async function writeAndMove(path: string, content: Buffer, move: (part: string) => Promise<void>): Promise<void> {
  const part = `${path}.${randomUUID()}`;
  try {
    await useAndClose(await open(part, 'wx', 0o600), async (file) => {
      await file.writeFile(content);
      await file.sync();
    });
    await move(part);
  } finally {
    await rm(part, { force: true });
  }
  await syncFolder(dirname(path));
}

/** A new or removed file name is durable only after its folder is synced. */
export const syncFolder = async (path: string): Promise<void> =>
  useAndClose(await open(path, 'r'), (folder) => folder.sync());

async function useAndClose<Answer>(file: FileHandle, use: (file: FileHandle) => Promise<Answer>): Promise<Answer> {
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Turns an error with this code into undefined, and throws any other error. */
export const ignoreError =
  (code: string) =>
  (error: unknown): undefined => {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  };
