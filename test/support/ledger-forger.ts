import { type LedgerEntry, type RecordedEntry, entryEventId, hashOf, ledgerOfStream, verify } from '@assay/billing';
import { categoryOf } from '../../libs/event-store/src/sqlite/schema';
import { type SqliteDatabase, openDatabase } from '@assay/sqlite';

interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** Somebody who may write the file of the events, and knows how entries are sealed. */
export class LedgerForger {
  private readonly database: SqliteDatabase;

  constructor(file: string) {
    this.database = openDatabase(file);
  }

  close(): void {
    this.database.close();
  }

  /** The entries of an organization's ledger, oldest first. */
  entries(organizationId: string): StoredEvent[] {
    return this.events(`credits-${organizationId}-%`);
  }

  events(pattern: string): StoredEvent[] {
    return this.database
      .prepare<[string], Omit<StoredEvent, 'data'> & { data: string }>(
        `SELECT e.id, s.name AS stream, e.revision, t.name AS type, e.data FROM events e
        JOIN streams s ON s.id = e.stream JOIN types t ON t.id = e.type
        WHERE s.name LIKE ? ORDER BY s.name, e.revision`,
      )
      .all(pattern)
      .map((row) => ({ ...row, data: JSON.parse(row.data) as Record<string, unknown> }));
  }

  /** Changes one event where it stands, and nothing else. */
  change({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>, data: object, id?: string): void {
    this.database
      .prepare<[string, string | null, string, number]>(
        `UPDATE events SET data = ?, id = COALESCE(?, id)
        WHERE stream = (SELECT id FROM streams WHERE name = ?) AND revision = ?`,
      )
      .run(JSON.stringify(data), id ?? null, stream, revision);
  }

  /** Takes every event of some streams away. */
  remove(pattern: string): void {
    this.database
      .prepare<[string]>('DELETE FROM events WHERE stream IN (SELECT id FROM streams WHERE name LIKE ?)')
      .run(pattern);
  }

  /** Rewrites a ledger with these entries, numbered in the order of each month. */
  rewrite(organizationId: string, entries: readonly Pick<StoredEvent, 'stream' | 'id' | 'type' | 'data'>[]): void {
    this.remove(`credits-${organizationId}-%`);
    const next = new Map<string, number>();
    for (const { stream, id, type, data } of entries) {
      const revision = next.get(stream) ?? 0;
      next.set(stream, revision + 1);
      for (const [table, name] of [
        ['types', type],
        ['categories', categoryOf(stream)],
      ])
        this.database.prepare(`INSERT OR IGNORE INTO ${table} (name) VALUES (?)`).run(name);
      this.database
        .prepare(
          `INSERT INTO events (position, stream, revision, id, type, category, data, metadata, recorded_at)
          SELECT (SELECT MAX(position) + 1 FROM events), s.id, ?, ?, t.id, c.id, ?, '{}', 1785600000000
          FROM streams s, types t, categories c WHERE s.name = ? AND t.name = ? AND c.name = ?`,
        )
        .run(revision, id, JSON.stringify(data), stream, type, categoryOf(stream));
    }
  }

  /** The same, with each entry's balance, hash and id as they should be. */
  reseal(organizationId: string, entries: readonly Pick<StoredEvent, 'stream' | 'type' | 'data'>[]): void {
    const sealed: RecordedEntry[] = [];
    for (const { stream, type, data } of entries) {
      const { head } = verify(sealed);
      const entry = { type, data: { ...data, previousHash: head, balance: 0 } } as unknown as LedgerEntry;
      const { ledger } = verify([...sealed, { eventId: '', stream, revision: 0, entry }]);
      const balance = ledger.lots.reduce((sum, { remaining }) => sum + remaining, 0);
      const whole = { type, data: { ...data, previousHash: head, balance } } as unknown as LedgerEntry;
      sealed.push({ eventId: entryEventId(hashOf(whole)), stream, revision: 0, entry: whole });
    }
    this.rewrite(
      organizationId,
      sealed.map(({ eventId, stream, entry }) => ({
        id: eventId,
        stream,
        type: entry.type,
        data: entry.data as unknown as Record<string, unknown>,
      })),
    );
  }
}

export const monthOf = ({ stream }: Pick<StoredEvent, 'stream'>): string => ledgerOfStream(stream).period;
