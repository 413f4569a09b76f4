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

/** Descriptors and callbacks, not FileHandle: 100,000 files take half the time. */
export const open = promisify(openPath);
export const close = promisify(closeFd);
export const fstat = promisify(fstatFd);
const read = promisify(readFd);
const write = promisify(writeFd);
const openDirectory = promisify(opendir) as unknown as (
  path: string | Buffer,
  options: { encoding: 'buffer'; bufferSize: number },
) => Promise<AsyncIterable<Dirent<Buffer>>>;

/** Never through a link, and never waiting: opening a FIFO for reading waits for somebody who writes. */
const FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
const FOLDER = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_DIRECTORY;

/**
 * Linux reaches an entry through its folder's descriptor (what openat does): a folder that is exchanged for a link
 * meanwhile is not followed.
 */
const byDescriptor = existsSync('/proc/self/fd');

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
  fd: await open(reach(parent, name), FOLDER),
  path: Buffer.concat([parent.path, Buffer.from('/'), name]),
});

/** @returns a descriptor; the caller asks `fstat` what it is of */
export const openFile = (folder: OpenFolder, name: Buffer): Promise<number> => open(reach(folder, name), FILE);

/** The entries of a folder as they come, a thousand at a time. */
export async function* entriesOf(folder: OpenFolder): AsyncGenerator<Dirent<Buffer>> {
  yield* await openDirectory(byDescriptor ? `/proc/self/fd/${folder.fd}` : folder.path, {
    encoding: 'buffer',
    bufferSize: 1_000,
  });
}

function reach(folder: OpenFolder, name: Buffer): Buffer {
  return byDescriptor
    ? Buffer.concat([Buffer.from(`/proc/self/fd/${folder.fd}/`), name])
    : Buffer.concat([folder.path, Buffer.from('/'), name]);
}

/** Everything in a file that had `size` bytes; undefined when it has more by now. */
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

/** Writes a file that must not be there yet. */
export async function writeNew(path: string, content: Buffer, mode: number): Promise<void> {
  const fd = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, mode);
  try {
    for (let done = 0; done < content.length; )
      done += (await write(fd, content, done, content.length - done)).bytesWritten;
  } finally {
    await close(fd);
  }
}
