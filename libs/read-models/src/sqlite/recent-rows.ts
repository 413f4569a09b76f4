import type { LogPosition } from '@assay/event-store';
import { LRUCache } from 'lru-cache';

/** A document as it is stored. */
export interface Row {
  readonly id: string;
  readonly position: LogPosition;
  readonly body: string | null;
}

/** 16 MB of text, at two bytes a character. */
const CAPACITY = 8 * 1024 * 1024;
/** A larger document would push out hundreds of others. */
const LARGEST = 64 * 1024;

/**
 * The rows that were read by their id last, and the ids that had none. A read from the file takes and frees a lock, for
 * which the system is asked each time: a quarter of a small request. Only for the one process that writes the file: it
 * knows when a row changes.
 */
export class RecentRows {
  /** A row that is not there is kept as such. */
  private readonly rows = new LRUCache<string, { readonly row: Row | undefined }>({
    maxSize: CAPACITY,
    maxEntrySize: LARGEST,
    sizeCalculation: ({ row }, key) => sizeOf(key, row),
  });

  /** The row that `read` returned for the key last, unless it was forgotten. */
  get(key: string, read: () => Row | undefined): Row | undefined {
    const known = this.rows.get(key);
    if (known) return known.row;
    const row = read();
    this.rows.set(key, { row });
    return row;
  }

  forget(key: string): void {
    this.rows.delete(key);
  }

  forgetAll(): void {
    this.rows.clear();
  }
}

/** Includes what an entry takes in addition to its text, so that a million tiny rows are bounded, too. */
const sizeOf = (key: string, row: Row | undefined): number => 100 + 2 * key.length + (row?.body?.length ?? 0);
