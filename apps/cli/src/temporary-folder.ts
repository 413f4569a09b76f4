import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inUse = new Set<string>();

/**
 * A folder that goes with `removeTemporaryFolder`, and where a second Ctrl-C ends the process at once.
 * @returns its real path
 */
export async function temporaryFolder(prefix: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  inUse.add(folder);
  return folder;
}

export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  inUse.delete(folder);
}

/** All at once, for a process that ends. An engine may still write there, so it is tried again. */
export function removeTemporaryFolders(): void {
  for (const folder of inUse) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
