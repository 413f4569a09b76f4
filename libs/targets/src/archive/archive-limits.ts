import { ArchiveRefused } from './archive-refused';

/**
 * What an archive may unpack to. All of it is counted while unpacking: what an archive says of itself is not believed.
 */
export interface ArchiveLimits {
  /** Bytes of all that is unpacked, the headers of a tar included. */
  readonly bytes: number;
  /** Entries of any kind, left out ones too, and folders that no entry names. */
  readonly entries: number;
  /**
   * Unpacked bytes for each byte of the archive, once it has unpacked to 10 MB. Deflate reaches 1,032; source text
   * about 5, logs 50.
   */
  readonly ratio: number;
  /** Folders within folders. */
  readonly depth: number;
  /** UTF-8 bytes of one name. No common file system takes more than 255. */
  readonly nameBytes: number;
  /** UTF-8 bytes of a path. Linux takes 4,096 with the folder that it is unpacked to. */
  readonly pathBytes: number;
}

const MEGABYTE = 1024 * 1024;

export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = {
  bytes: 2_000 * MEGABYTE,
  entries: 200_000,
  ratio: 200,
  depth: 64,
  nameBytes: 255,
  pathBytes: 2_000,
};

/** Below this no archive is called a bomb: a small file of spaces is none. */
const HARMLESS_BYTES = 10 * MEGABYTE;

/** What is left of the limits. Each call throws the signal's reason, or ArchiveRefused when a limit is passed. */
export interface Budget {
  readonly limits: ArchiveLimits;
  takeEntry(): void;
  takeBytes(count: number): void;
  readonly taken: { readonly entries: number; readonly bytes: number };
}

/** @param packedBytes the size of the archive */
export function openBudget(limits: ArchiveLimits, packedBytes: number, signal?: AbortSignal): Budget {
  const credible = Math.max(HARMLESS_BYTES, packedBytes * limits.ratio);
  const taken = { entries: 0, bytes: 0 };
  return {
    limits,
    taken,
    takeEntry() {
      signal?.throwIfAborted();
      if ((taken.entries += 1) > limits.entries)
        throw new ArchiveRefused('TOO_MANY_ENTRIES', { detail: `more than ${limits.entries.toLocaleString('en')}` });
    },
    takeBytes(count) {
      signal?.throwIfAborted();
      taken.bytes += count;
      if (taken.bytes > limits.bytes)
        throw new ArchiveRefused('TOO_MANY_BYTES', { detail: `more than ${limits.bytes.toLocaleString('en')} bytes` });
      if (taken.bytes > credible)
        throw new ArchiveRefused('RATIO_TOO_HIGH', { detail: `more than ${limits.ratio} times` });
    },
  };
}
