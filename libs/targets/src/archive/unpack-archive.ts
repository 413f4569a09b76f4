import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stagingFailed } from '../staging/errors';
import { removeStaged } from '../staging/staged-tree';
import type { WriteBudget } from '../staging/write-budget';
import type { ArchiveKind, ArchiveLimits } from '@assay/archives';
import type { LeftOut } from './left-out';
import { readArchive } from './read-archive';
import { TreeWriter } from './tree-writer';

const PROGRESS_EVERY = 250;

export interface UnpackArchiveOptions {
  /** A zip, a tar or a tar.gz. The content decides, not the name. */
  readonly file: string;
  /** A folder that this creates and that must not exist. It is removed when unpacking fails. */
  readonly destination: string;
  readonly limits?: Partial<ArchiveLimits>;
  readonly signal?: AbortSignal;
  /** The session's budget of writing. Default: as much as the limits allow. */
  readonly writes?: WriteBudget;
  readonly onProgress?: (unpacked: { readonly entries: number; readonly bytes: number }) => void;
}

export interface UnpackedArchive {
  readonly kind: ArchiveKind;
  /** The destination. It holds only files (0644) and folders (0755), both less the umask. */
  readonly root: string;
  readonly files: number;
  readonly folders: number;
  /** Unpacked bytes, including the headers of a tar. */
  readonly bytes: number;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Unpacks a hostile archive. Archives inside it are not unpacked, so an archive that contains itself does not recurse.
 * @throws ArchiveRefused, TargetUnreadable, InfrastructureError (a full disk), the signal's reason. No files remain in
 *   that case.
 */
export async function unpackArchive({
  destination,
  onProgress,
  ...options
}: UnpackArchiveOptions): Promise<UnpackedArchive> {
  return await readArchive(options, async ({ kind, budget, entries }) => {
    await makeDestination(destination);
    try {
      const writer = new TreeWriter(destination, budget, kind === 'zip' ? 'refuse' : 'replace');
      let seen = 0;
      for await (const entry of entries) {
        await writer.write(entry);
        if ((seen += 1) % PROGRESS_EVERY === 0) onProgress?.({ entries: seen, bytes: budget.taken.bytes });
      }
      return { kind, root: destination, ...writer.written, bytes: budget.taken.bytes, leftOut: writer.leftOut() };
    } catch (error) {
      await removeStaged(destination);
      throw error;
    }
  });
}

/** @throws InfrastructureError when the folder exists: somebody else owns it, so it must not be removed */
export async function makeDestination(destination: string): Promise<void> {
  try {
    await mkdir(dirname(destination), { recursive: true });
    await mkdir(destination, { mode: 0o755 });
  } catch (error) {
    throw stagingFailed(error);
  }
}
