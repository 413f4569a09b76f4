import { spawnSync } from 'node:child_process';
import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own with so many megabytes. */
export interface SmallDisk {
  readonly path: string;
  /** Takes all the room that is left, but so many bytes. */
  fill(spare?: number): void;
  free(): void;
  remove(): void;
}

/** A tmpfs, or the reason why there is none: only root of a Linux system may mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | { readonly impossible: string } {
  if (process.platform !== 'linux') return { impossible: `tmpfs is Linux's, this is ${process.platform}` };
  const path = mkdtempSync(join(tmpdir(), 'assay-small-disk-'));
  const { status, stderr, error } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'assay-small-disk', path],
    { encoding: 'utf8' },
  );
  if (status !== 0) {
    rmSync(path, { recursive: true });
    return { impossible: (error?.message ?? stderr).trim() };
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill(spare = 0) {
      const kept = join(path, 'spare');
      if (spare > 0) appendFileSync(kept, Buffer.alloc(spare));
      fillUp(filler);
      rmSync(kept, { force: true });
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function fillUp(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (const chunk of [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]) while (wrote(descriptor, chunk));
  } finally {
    closeSync(descriptor);
  }
}

function wrote(descriptor: number, chunk: Buffer): boolean {
  try {
    return writeSync(descriptor, chunk) === chunk.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
