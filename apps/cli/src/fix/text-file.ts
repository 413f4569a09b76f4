import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { sha256Hex } from '@assay/kernel';
import { replaceFile } from '../replace-file';

/** A file of the target that a fix may change. The message of what it throws says why it may not. */
export interface TextFile {
  readonly path: string;
  /** Without its byte order mark. */
  readonly text: string;
  readonly bytes: Buffer;
}

/** Why a file is left as it is. */
export class FileLeft extends Error {}

/** A file that nobody may write was protected on purpose; as it is replaced whole, nothing else would stop a fix. */
const ANY_WRITE = 0o222;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads a file below a folder. No link is followed on the way, so nothing outside the folder is ever named.
 * @param root absolute, without links
 * @throws FileLeft
 */
export async function readTextFile(root: string, path: string): Promise<TextFile> {
  const file = join(root, path);
  await mustBeInside(root, file);
  const handle = await openPlain(file);
  try {
    const bytes = await handle.readFile();
    return { path, bytes, text: textOf(bytes) };
  } finally {
    await handle.close();
  }
}

async function mustBeInside(root: string, file: string): Promise<void> {
  const folder = await realpath(dirname(file)).catch(() => undefined);
  const within = folder === undefined ? '..' : relative(root, folder);
  if (folder === undefined) throw new FileLeft('is gone');
  if (folder !== dirname(file) || within === '..' || within.startsWith(`..${sep}`))
    throw new FileLeft('is reached through a symbolic link');
}

async function openPlain(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = await handle.stat();
    const reason = !stat.isFile() ? 'is no regular file' : (stat.mode & ANY_WRITE) === 0 ? 'is read-only' : undefined;
    if (reason === undefined) return handle;
    await handle.close();
    throw new FileLeft(reason);
  } catch (error) {
    if (error instanceof FileLeft) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') throw new FileLeft('is a symbolic link');
    if (code === 'ENOENT') throw new FileLeft('is gone');
    throw new FileLeft(`cannot be read (${code})`);
  }
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileLeft('is no text in UTF-8');
  }
}

/** The digest of the text, as a recorded fix names it. */
export const digestOf = ({ text }: TextFile): string => sha256Hex(text);

/**
 * Replaces the text of a file whole or not at all, with its mode and owner.
 * @throws FileLeft if the file is no longer what was read, or cannot be written
 */
export async function replaceText(root: string, file: TextFile, text: string): Promise<TextFile> {
  const target = join(root, file.path);
  const hasMark = file.bytes.subarray(0, MARK.length).equals(MARK);
  const bytes = Buffer.concat([...(hasMark ? [MARK] : []), Buffer.from(text)]);
  try {
    const { mode, uid, gid } = await lstat(target);
    await replaceFile(target, Readable.from([bytes]), {
      mode,
      owner: { uid, gid },
      // A file which somebody saves meanwhile is not overwritten.
      check: async () => {
        const now = await readTextFile(root, file.path);
        if (!now.bytes.equals(file.bytes)) throw new FileLeft('has changed since it was analysed');
      },
    });
    return { path: file.path, bytes, text };
  } catch (error) {
    if (error instanceof FileLeft) throw error;
    throw new FileLeft(`cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}
