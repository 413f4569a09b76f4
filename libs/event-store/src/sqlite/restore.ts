import { existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EventStoreUnavailable } from '../errors';
import { copyEventStore, putInPlace } from './backup';
import { canonicalPath, syncDirectory } from './database-file';
import { lockForWriting } from './file-lock';
import { storeError } from './sqlite-error';

/** A backup that is to take the place of a store, which nobody else can open for writing meanwhile. */
export interface Restore {
  /** The copy, to be looked at before it is put in place. */
  readonly copy: string;
  /** Puts the copy in place. Gives the name under which what was there is kept; undefined if nothing was. */
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
 * Puts a backup in place whose restore was decided, also by a process that did not live to do it. To be called by who
 * has the store locked. Gives the name under which what was there before is kept.
 */
export function finishRestore(file: string): string | undefined {
  const restored = statSync(pending(file), { throwIfNoEntry: false });
  if (restored === undefined) return undefined;
  try {
    // The same name however often it is begun.
    const kept = `${file}.before-restore-${Math.round(restored.mtimeMs)}`;
    const wasThere = existsSync(file);
    // By a second name, and not by moving it: at no moment is there no store, for a start would create a new one.
    if (wasThere && !existsSync(kept)) linkSync(file, kept);
    // Never beside another file: SQLite would take what it holds for that file's.
    if (existsSync(`${file}-wal`)) putInPlace(`${file}-wal`, `${kept}-wal`);
    rmSync(`${file}-shm`, { force: true });
    syncDirectory(dirname(file));
    putInPlace(pending(file), file);
    return wasThere ? kept : undefined;
  } catch (error) {
    throw storeError(file, error);
  }
}

/** @throws EventStoreUnavailable if a restore was not finished: half of what is there is another store's */
export function refuseUnfinishedRestore(file: string): void {
  if (existsSync(pending(file)))
    throw new EventStoreUnavailable(
      `${file} is being restored: run the restore again, or start the service, to finish it`,
    );
}
