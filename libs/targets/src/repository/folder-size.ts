import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const INTERVAL = 200;

/** Adds up the bytes of all files below a folder. Files that disappear meanwhile count as 0. */
export async function folderSize(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await ifMissing(readdir(folder, { withFileTypes: true }), [] as Dirent[])) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await folderSize(path) : ((await ifMissing(lstat(path), undefined))?.size ?? 0);
  }
  return bytes;
}

/**
 * Measures a folder five times a second. At 1 Gbit/s the folder exceeds its limit by at most about 25 MB. A measurement
 * that fails is followed by the next one.
 */
export function watchFolder(folder: string, onSize: (bytes: number) => void): { stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    if (!stopped)
      timer = setTimeout(
        () =>
          void folderSize(folder)
            .then((bytes) => (stopped ? undefined : onSize(bytes)))
            .then(schedule, schedule),
        INTERVAL,
      );
  };
  schedule();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

async function ifMissing<Value, Fallback>(reading: Promise<Value>, fallback: Fallback): Promise<Value | Fallback> {
  try {
    return await reading;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return fallback;
    throw error;
  }
}
