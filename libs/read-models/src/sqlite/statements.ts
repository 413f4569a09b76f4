import type { SqliteDatabase, SqliteStatement } from '@assay/sqlite';
import { LRUCache } from 'lru-cache';

/** Query shapes come from code, so a few hundred are plenty; the bound is for code that builds shapes from requests. */
const CAPACITY = 500;

/** Prepared statements by their text, the least recently used ones forgotten first. */
export class Statements {
  private readonly prepared = new LRUCache<string, SqliteStatement<unknown[]>>({ max: CAPACITY });

  constructor(private readonly database: SqliteDatabase) {}

  prepare(text: string): SqliteStatement<unknown[]> {
    const statement = this.prepared.get(text) ?? this.database.prepare<unknown[]>(text);
    this.prepared.set(text, statement);
    return statement;
  }
}
