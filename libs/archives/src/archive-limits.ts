import { ArchiveRefused } from './archive-refused';

/**
 * The limits of what an archive may unpack to. Everything is counted while unpacking, because an archive's own numbers
 * cannot be trusted.
 */
export interface ArchiveLimits {
  /** Unpacked bytes in all, including the headers of a tar. */
  readonly bytes: number;
  /** Entries of any kind. Entries that are left out count, and so do folders that no entry names. */
  readonly entries: number;
  /**
   * Unpacked bytes for each byte of the archive. It applies from 10 MB of unpacked bytes on. Deflate reaches 1,032,
   * source text about 5, logs about 50.
   */
  readonly ratio: number;
  /** The depth of folders within folders. */
  readonly depth: number;
  /** UTF-8 bytes of one name. No common file system allows more than 255. */
  readonly nameBytes: number;
  /** UTF-8 bytes of a path. Linux allows 4,096, including the path of the destination folder. */
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

/** The ratio is ignored below this size: a small file of spaces is not a bomb. */
const HARMLESS_BYTES = 10 * MEGABYTE;

/** How much a session may still write. */
interface Writes {
  /** Counts bytes before they are written. */
  take(bytes: number): void;
}

/** The remainder of the limits. Each call throws the signal's reason, or ArchiveRefused when a limit is exceeded. */
export interface ArchiveBudget {
  readonly limits: ArchiveLimits;
  takeEntry(): void;
  takeBytes(count: number): void;
  /** Counts bytes before they are written to a disk. @throws TargetTooLarge too */
  takeWritten(count: number): void;
  readonly taken: { readonly entries: number; readonly bytes: number };
}

/**
 * @param packedBytes the size of the archive
 * @param writes how much its session may still write
 */
export function openBudget(
  limits: ArchiveLimits,
  packedBytes: number,
  signal?: AbortSignal,
  writes?: Writes,
): ArchiveBudget {
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
    takeWritten(count) {
      signal?.throwIfAborted();
      writes?.take(count);
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

/** Counts bytes before any reader sees them, because bytes after the end of a tar were unpacked too. */
export async function* countBytes(
  source: AsyncIterable<Buffer>,
  budget: Pick<ArchiveBudget, 'takeBytes'>,
): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    budget.takeBytes(piece.length);
    yield piece;
  }
}
