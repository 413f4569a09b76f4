import { existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EventStoreUnavailable } from '../errors';
import { copyEventStore, putInPlace } from './backup';
import { canonicalPath, syncDirectory } from './database-file';
import { lockForWriting } from './file-lock';
import { storeError } from './sqlite-error';

/** A backup that is to replace a store, which no other process can open for writing meanwhile. */
export interface Restore {
  /** The copy, to be verified before it is put in place. */
  readonly copy: string;
  /** Puts the copy in place. Returns the name under which the old store is kept; undefined if there was none. */
  install(): string | undefined;
  /** Frees the store; a copy that was not installed goes. */
  close(): void;
}

/**
 * @throws EventStoreLocked when a process writes to the store; EventStoreCorrupt, EventStoreUnavailable when the backup
 *   cannot be read; the reason of the signal
 */
export async function beginRestore(
  { file, backup }: { readonly file: string; readonly backup: string },
  options: { readonly signal?: AbortSignal; readonly onProgress?: (part: number) => void } = {},
): Promise<Restore> {
  const path = canonicalPath(file, { create: true });
  const unlock = lockForWriting(path);
  const copy = `${path}.restoring.partial`;
  const discard = () =>
    ['', '-wal', '-shm', '-journal'].forEach((suffix) => rmSync(`${copy}${suffix}`, { force: true }));
  try {
    finishRestore(path);
    discard();
    await copyEventStore(backup, copy, options);
    return {
      copy,
      install() {
        putInPlace(copy, pending(path));
        return finishRestore(path);
      },
      close() {
        discard();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** From the moment at which a file has this name it is the store, whatever a crash leaves undone. */
const pending = (file: string): string => `${file}.restoring`;

/**
 * Puts a backup in place whose restore was decided, possibly by a process that died before doing it. The caller must
 * hold the store's lock. Returns the name under which the old store is kept.
 */
export function finishRestore(file: string): string | undefined {
  const restored = statSync(pending(file), { throwIfNoEntry: false });
  if (restored === undefined) return undefined;
  try {
    // The same name however often it is begun.
    const kept = `${file}.before-restore-${Math.round(restored.mtimeMs)}`;
    const wasThere = existsSync(file);
    // By a hard link, not by moving it: a store exists at every moment, for a start would create a new one.
    if (wasThere && !existsSync(kept)) linkSync(file, kept);
    // The old WAL must never lie beside another file: SQLite would apply it to that file.
    if (existsSync(`${file}-wal`)) putInPlace(`${file}-wal`, `${kept}-wal`);
    rmSync(`${file}-shm`, { force: true });
    syncDirectory(dirname(file));
    putInPlace(pending(file), file);
    return wasThere ? kept : undefined;
  } catch (error) {
    throw storeError(file, error);
  }
}

/** @throws EventStoreUnavailable if a restore was not finished: half of the files belong to another store */
export function refuseUnfinishedRestore(file: string): void {
  if (existsSync(pending(file)))
    throw new EventStoreUnavailable(
      `${file} is being restored: run the restore again, or start the service, to finish it`,
    );
}
