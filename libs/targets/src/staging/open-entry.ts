import {
  type Dirent,
  close as closeFd,
  constants,
  existsSync,
  fstat as fstatFd,
  open as openPath,
  opendir,
  read as readFd,
  write as writeFd,
} from 'node:fs';
import { promisify } from 'node:util';

/** Descriptors and callbacks are used instead of FileHandle: 100,000 files take half the time. */
export const open = promisify(openPath);
export const close = promisify(closeFd);
export const fstat = promisify(fstatFd);
const read = promisify(readFd);
const write = promisify(writeFd);
/** promisify has the types of one of the forms of `opendir` only, and not of the one that gives names as bytes. */
const openDirectory = promisify(opendir) as unknown as (
  path: string | Buffer,
  options: { encoding: 'buffer'; bufferSize: number },
) => Promise<AsyncIterable<Dirent<Buffer>>>;

/** Opening never follows a link and never blocks. Without O_NONBLOCK, opening a FIFO would wait for a writer. */
const FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
const FOLDER = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_DIRECTORY;

/**
 * Linux can reach an entry through its folder's descriptor, as openat does. A folder that is replaced by a link
 * meanwhile is then not followed.
 */
const hasDescriptorPaths = existsSync('/proc/self/fd');

/** An open folder of the target. */
export interface OpenFolder {
  readonly fd: number;
  /** The bytes of its path. */
  readonly path: Buffer;
}

export const openRoot = async (path: string): Promise<OpenFolder> => ({
  fd: await open(path, FOLDER),
  path: Buffer.from(path),
});

export const openFolder = async (parent: OpenFolder, name: Buffer): Promise<OpenFolder> => ({
  fd: await open(pathTo(parent, name), FOLDER),
  path: Buffer.concat([parent.path, Buffer.from('/'), name]),
});

/** @returns a descriptor; the caller checks its kind with `fstat` */
export const openFile = (folder: OpenFolder, name: Buffer): Promise<number> => open(pathTo(folder, name), FILE);

/** The entries of a folder, unsorted, read a thousand at a time. */
export async function* entriesOf(folder: OpenFolder): AsyncGenerator<Dirent<Buffer>> {
  yield* await openDirectory(hasDescriptorPaths ? `/proc/self/fd/${folder.fd}` : folder.path, {
    encoding: 'buffer',
    bufferSize: 1_000,
  });
}

function pathTo(folder: OpenFolder, name: Buffer): Buffer {
  return hasDescriptorPaths
    ? Buffer.concat([Buffer.from(`/proc/self/fd/${folder.fd}/`), name])
    : Buffer.concat([folder.path, Buffer.from('/'), name]);
}

/** Reads a whole file that had `size` bytes; undefined if it has grown since. */
export async function readWhole(fd: number, size: number): Promise<Buffer | undefined> {
  const buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await read(fd, buffer, length, buffer.length - length, null);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
  }
  return undefined;
}

/** Writes a file that must not exist yet. */
export async function writeNew(path: string, content: Buffer, mode: number): Promise<void> {
  const fd = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, mode);
  try {
    for (let done = 0; done < content.length; )
      done += (await write(fd, content, done, content.length - done)).bytesWritten;
  } finally {
    await close(fd);
  }
}
