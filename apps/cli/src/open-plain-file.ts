import { type FileHandle, constants, open } from 'node:fs/promises';

/** Opens a file of a repository for reading, and undefined where no file is: a pipe would keep the reader for ever. */
export async function openPlainFile(file: string): Promise<FileHandle | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (handle === undefined || (await handle.stat()).isFile()) return handle;
  await handle.close();
  return undefined;
}
