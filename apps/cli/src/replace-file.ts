import { randomBytes } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Readable, addAbortSignal } from 'node:stream';

interface Replacement {
  /** That of the file in whose place it goes. Default: that of any new file. */
  readonly mode?: number | undefined;
  /** Those of the file in whose place it goes. Default: those of the process. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  readonly signal?: AbortSignal;
  /** Called when the content is written, as late as possible. What it throws leaves the earlier file. */
  readonly check?: () => Promise<void>;
}

/**
 * Puts content in the place of a file, whole or not at all: it is written beside the file and renamed when it is
 * complete and on the disk. Whatever fails, what was there before stays, and nothing beside it.
 */
export async function replaceFile(
  file: string,
  content: Readable,
  { mode, owner, signal, check }: Replacement = {},
): Promise<void> {
  const beside = join(dirname(file), `.${basename(file).slice(0, 100)}.${randomBytes(6).toString('hex')}.part`);
  try {
    // Nobody may read what will be private while it is written.
    const handle = await open(beside, 'wx', mode === undefined ? 0o666 : 0o600);
    try {
      await writeFile(handle, signal ? addAbortSignal(signal, content) : content);
      const made = await handle.stat();
      if (owner && (made.uid !== owner.uid || made.gid !== owner.gid)) await handle.chown(owner.uid, owner.gid);
      if (mode !== undefined) await handle.chmod(mode & 0o7777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await check?.();
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    // The stream tells only that it was aborted.
    signal?.throwIfAborted();
    throw error;
  }
}
