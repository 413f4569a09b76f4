import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase } from '@assay/sqlite';
import { InvalidStoreRequest } from '../errors';
import { canonicalPath, openForReading, syncDirectory, syncFile, verify } from './database-file';
import { storeError } from './sqlite-error';

/** Pages between two looks at the signal: 16 MB. */
const PAGES_AT_ONCE = 4_096;

interface CopyOptions {
  /** Ends the copy with its reason. */
  readonly signal?: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/**
 * Copies an event store to a file that must not exist, while another process may write to it: its state at this moment,
 * including its -wal, in one self-contained file. A failed copy leaves nothing behind.
 *
 * @throws EventStoreCorrupt, EventStoreUnavailable; the reason of the signal
 */
export async function copyEventStore(
  from: string,
  to: string,
  { signal, onProgress }: CopyOptions = {},
): Promise<void> {
  const file = canonicalPath(from, { create: false });
  if (statSync(to, { throwIfNoEntry: false })) throw new InvalidStoreRequest(`${to} exists`);
  verify(file, { readOnly: true });
  try {
    const source = openForReading(file);
    try {
      // One snapshot for all steps: a step of its own would begin again whenever somebody has written in between.
      source.exec('BEGIN');
      source.prepare('SELECT count(*) FROM events').get();
      await source.backup(to, {
        progress({ totalPages, remainingPages }) {
          signal?.throwIfAborted();
          onProgress?.(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
          return PAGES_AT_ONCE;
        },
      });
    } finally {
      source.close();
    }
    standAlone(to);
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${to}${suffix}`, { force: true });
    throw storeError(file, error);
  }
}

/** A copy keeps the mode of its source: without it, looking at the copy leaves no files beside it. */
function standAlone(file: string): void {
  const database = openDatabase(file, { fileMustExist: true });
  try {
    database.pragma('journal_mode = DELETE');
  } finally {
    database.close();
  }
  chmodSync(file, 0o600);
  syncFile(file);
}

/** Checks every page of a store that nobody writes to. @throws EventStoreCorrupt, EventStoreUnavailable */
export function verifyEventStore(file: string): void {
  verify(canonicalPath(file, { create: false }), { readOnly: true, everyPage: true });
}

/** Gives a complete file its name, replacing an existing file. */
export function putInPlace(file: string, name: string): void {
  renameSync(file, name);
  syncDirectory(dirname(name));
}
