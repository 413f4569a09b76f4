import type { LogPosition } from '@assay/event-store';

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
  private readonly rows = new Map<string, Row | undefined>();
  private characters = 0;

  /** What `read` gave for the key last, as long as it was not forgotten. */
  get(key: string, read: () => Row | undefined): Row | undefined {
    const row = this.rows.has(key) ? this.rows.get(key) : read();
    this.forget(key);
    if (sizeOf(key, row) <= LARGEST) this.keep(key, row);
    return row;
  }

  forget(key: string): void {
    if (!this.rows.has(key)) return;
    this.characters -= sizeOf(key, this.rows.get(key));
    this.rows.delete(key);
  }

  forgetAll(): void {
    this.rows.clear();
    this.characters = 0;
  }

  private keep(key: string, row: Row | undefined): void {
    this.rows.set(key, row);
    this.characters += sizeOf(key, row);
    for (const oldest of this.rows.keys()) {
      if (this.characters <= CAPACITY) return;
      this.forget(oldest);
    }
  }
}

/** With what an entry takes besides its text, so that a million tiny ones are bounded, too. */
const sizeOf = (key: string, row: Row | undefined): number => 100 + 2 * key.length + (row?.body?.length ?? 0);
