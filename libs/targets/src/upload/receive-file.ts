import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { stagingFailed } from '../staging/errors';
import { UploadTooLarge } from './upload-store';

/**
 * Writes the content to a new file and syncs it.
 * @throws UploadTooLarge, InfrastructureError, the signal's reason, what the content throws
 */
export async function receiveFile(
  path: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600).catch(throwStagingFailed);
  try {
    let size = 0;
    for await (const piece of content) {
      signal?.throwIfAborted();
      if ((size += piece.length) > maxBytes) throw new UploadTooLarge(maxBytes);
      hash.update(piece);
      await writeAll(file, piece).catch(throwStagingFailed);
    }
    await file.sync().catch(throwStagingFailed);
    return { size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let done = 0; done < piece.length; ) done += (await file.write(piece, done)).bytesWritten;
}

export async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A file's name is safe on the disk only after its folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function throwStagingFailed(error: unknown): never {
  throw stagingFailed(error);
}
