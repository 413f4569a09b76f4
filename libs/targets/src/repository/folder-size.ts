import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const INTERVAL = 200;

/** Bytes of all files below a folder. Files come and go meanwhile: what is gone counts nothing. */
export async function folderSize(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await orGone(readdir(folder, { withFileTypes: true }), [] as Dirent[])) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await folderSize(path) : ((await orGone(lstat(path), undefined))?.size ?? 0);
  }
  return bytes;
}

/**
 * Looks five times a second: at 1 Gbit/s a folder outgrows its limit by some 25 MB at most. One look that fails is
 * followed by the next.
 */
export function watchFolder(folder: string, look: (bytes: number) => void): { stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    if (!stopped)
      timer = setTimeout(
        () =>
          void folderSize(folder)
            .then((bytes) => (stopped ? undefined : look(bytes)))
            .then(again, again),
        INTERVAL,
      );
  };
  again();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

async function orGone<Value, Instead>(looking: Promise<Value>, instead: Instead): Promise<Value | Instead> {
  try {
    return await looking;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return instead;
    throw error;
  }
}
