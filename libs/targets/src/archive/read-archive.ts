import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import {
  type ArchiveBudget,
  type ArchiveEntry,
  type ArchiveKind,
  type ArchiveLimits,
  ArchiveRefused,
  DEFAULT_ARCHIVE_LIMITS,
  countBytes,
  gunzip,
  openBudget,
  readTar,
} from '@assay/archives';
import { TargetUnreadable } from '../staging/errors';
import type { WriteBudget } from '../staging/write-budget';
import { readRange } from './read-bytes';
import { readZip } from './read-zip';
import { isTarStart, recogniseArchive } from './recognise-archive';

export interface ReadArchiveOptions {
  readonly file: string;
  readonly limits?: Partial<ArchiveLimits>;
  readonly signal?: AbortSignal;
  /** The session's budget of writing. Default: as much as the limits allow. */
  readonly writes?: WriteBudget;
}

interface OpenArchive {
  readonly kind: ArchiveKind;
  readonly budget: ArchiveBudget;
  /** In the order of the archive. @throws ArchiveRefused, the signal's reason */
  readonly entries: AsyncIterable<ArchiveEntry>;
}

/**
 * Opens an archive of any kind, and closes it when `use` is done.
 * @throws ArchiveRefused, TargetUnreadable, what `use` throws
 */
export async function readArchive<Result>(
  { file: path, limits, signal, writes }: ReadArchiveOptions,
  use: (archive: OpenArchive) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const file = await openRegular(path);
  try {
    const { size } = await file.stat();
    const budget = openBudget({ ...DEFAULT_ARCHIVE_LIMITS, ...limits }, size, signal, writes);
    const kind = await recogniseArchive(file);
    return await use({ kind, budget, entries: entriesOf(file, kind, size, budget) });
  } finally {
    await file.close();
  }
}

async function openRegular(path: string): Promise<FileHandle> {
  const unreadable = (what: string, cause?: unknown) => new TargetUnreadable(path, what, { cause });
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      throw unreadable(
        { ENOENT: 'does not exist', ELOOP: 'is a symbolic link', EACCES: 'permission denied' }[code] ?? String(error),
        error,
      );
    },
  );
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw unreadable('is not a regular file');
}

async function* entriesOf(
  file: FileHandle,
  kind: ArchiveKind,
  size: number,
  budget: ArchiveBudget,
): AsyncGenerator<ArchiveEntry> {
  if (kind === 'zip') return yield* readZip(file, budget);
  const packed = readRange(file, 0, size);
  if (kind === 'tar') return yield* readTar(countBytes(packed, budget), { endMark: 'required' });
  yield* readTar(requireTar(countBytes(gunzip(packed), budget)), { endMark: 'optional' });
}

/**
 * Refuses a gzip that holds something else than a tar, such as a single file. Otherwise the user would read about a
 * wrong checksum in a tar header.
 */
async function* requireTar(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of source) {
    if (start !== undefined) start = Buffer.concat([start, piece]);
    if (start !== undefined && start.length < 512) continue;
    if (start !== undefined && !isTarStart(start))
      throw new ArchiveRefused('NOT_AN_ARCHIVE', { detail: 'the gzip does not hold a tar' });
    yield start ?? piece;
    start = undefined;
  }
  if (start !== undefined) throw new ArchiveRefused(start.length === 0 ? 'TRUNCATED' : 'NOT_AN_ARCHIVE');
}
