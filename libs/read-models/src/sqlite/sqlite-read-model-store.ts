import { yieldToLoop } from '@assay/kernel';
import { resolve } from 'node:path';
import type { LogPosition } from '@assay/event-store';
import { ReadModelStoreReadOnly } from '../errors';
import { checkedCollectionName, checkedDefinition, checkedPosition } from '../query';
import type {
  Checkpoint,
  Collection,
  CollectionDefinition,
  Document,
  DocumentIndex,
  NamedCheckpoint,
  ReadModelStore,
} from '../read-model-store';
import { type OpenDatabase, openForReading, openForWriting } from './open-database';
import { translated } from './faults';
import { quoted, valueOf } from './sql';
import { SqliteAccess } from './sqlite-access';
import { SqliteCollection, tableOf } from './sqlite-collection';

interface SqliteReadModelStoreOptions {
  readonly file: string;
  /** Looks on while another process writes; every write is refused. */
  readonly readOnly?: boolean;
}

/**
 * Read models in one SQLite file. Its directory is created where it is missing.
 *
 * @throws ReadModelStoreLocked when another process writes it
 * @throws ReadModelStoreCorrupt when the file is damaged or not a read model store
 * @throws ReadModelStoreUnavailable when it cannot be opened
 */
export async function openSqliteReadModelStore({
  file,
  readOnly = false,
}: SqliteReadModelStoreOptions): Promise<ReadModelStore> {
  const path = resolve(file);
  return new SqliteReadModelStore(path, readOnly ? openForReading(path) : openForWriting(path));
}

interface StoredCheckpoint {
  readonly position: LogPosition;
  /** Missing in a file of an earlier version that is only looked at. */
  readonly mark?: string | null;
}

/**
 * Removes from the file what was deleted: SQLite leaves it in pages that it will use again.
 *
 * @throws as {@link openSqliteReadModelStore}
 */
export function vacuumSqliteReadModels(file: string): void {
  const { database, close } = openForWriting(resolve(file));
  try {
    database.exec('VACUUM');
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    throw translated(file, error);
  } finally {
    close();
  }
}

class SqliteReadModelStore implements ReadModelStore {
  readonly isExclusive: boolean;
  private readonly access: SqliteAccess;

  constructor(
    private readonly file: string,
    private readonly open: OpenDatabase,
  ) {
    this.isExclusive = !open.database.readonly;
    this.access = new SqliteAccess(file, open.database);
  }

  async collection<Doc extends Document>(definition: CollectionDefinition): Promise<Collection<Doc>> {
    const { name, indexes } = checkedDefinition(definition);
    if (this.access.database.readonly) this.mustExist(name);
    else if (indexes) await this.declare(name, indexes);
    return new SqliteCollection<Doc>(name, this.access);
  }

  async dropCollection(name: string): Promise<void> {
    checkedCollectionName(name);
    this.access.transaction(`${name} cannot be dropped`, (prepare) => {
      this.access.database.exec(`DROP TABLE IF EXISTS ${tableOf(name)}`);
      prepare('DELETE FROM collections WHERE name = ?').run(name);
    });
    this.access.dropped();
  }

  async collections(): Promise<string[]> {
    return this.access.run((prepare) =>
      (prepare('SELECT name FROM collections ORDER BY name').all() as { name: string }[]).map(({ name }) => name),
    );
  }

  async checkpoint(name: string): Promise<Checkpoint | undefined> {
    return this.access.run((prepare) => {
      const row = prepare('SELECT * FROM checkpoints WHERE name = ?').get(name) as StoredCheckpoint | undefined;
      return row && { position: row.position, ...(row.mark != null && { mark: row.mark }) };
    });
  }

  async saveCheckpoint(checkpoint: NamedCheckpoint): Promise<void> {
    checkedPosition(checkpoint.position);
    this.access.transaction(`the checkpoint ${checkpoint.name} cannot be saved`, () =>
      this.access.saveCheckpoint(checkpoint),
    );
  }

  async removeCheckpoint(name: string): Promise<void> {
    this.access.transaction(`the checkpoint ${name} cannot be removed`, (prepare) =>
      prepare('DELETE FROM checkpoints WHERE name = ?').run(name),
    );
  }

  async ping(): Promise<void> {
    this.access.run((prepare) => prepare('SELECT count(*) FROM checkpoints').get());
  }

  async close(): Promise<void> {
    this.open.close();
  }

  private async declare(name: string, indexes: readonly DocumentIndex[]): Promise<void> {
    const known = this.access.run((prepare) => prepare('SELECT 1 FROM collections WHERE name = ?').get(name));
    if (!known) {
      this.access.transaction(`${name} cannot be created`, (prepare) => {
        this.access.database.exec(
          `CREATE TABLE IF NOT EXISTS ${tableOf(name)} (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ` +
            'position INTEGER NOT NULL, body TEXT)',
        );
        prepare('INSERT OR IGNORE INTO collections (name) VALUES (?)').run(name);
      });
    }
    await this.reconcileIndexes(name, indexes);
  }

  private async reconcileIndexes(name: string, indexes: readonly DocumentIndex[]): Promise<void> {
    const declared = new Map(indexes.map((index) => [`index/${name}(${index.join(',')})`, index]));
    const existing = this.access.run((prepare) =>
      (
        prepare(`SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`).all(
          `documents/${name}`,
        ) as { name: string }[]
      ).map((row) => row.name),
    );
    const execute = (sql: string) => this.access.run(() => this.access.database.exec(sql));
    for (const index of existing) if (!declared.has(index)) execute(`DROP INDEX IF EXISTS ${quoted(index)}`);
    for (const [index, fields] of declared) {
      if (existing.includes(index)) continue;
      execute(
        `CREATE INDEX IF NOT EXISTS ${quoted(index)} ON ${tableOf(name)} ` +
          `(${[...fields.map(valueOf), 'id'].join(', ')}) WHERE body IS NOT NULL`,
      );
      // Building an index over a large collection holds the process; let requests through between two of them.
      await yieldToLoop();
    }
  }

  private mustExist(name: string): void {
    const known = this.access.run((prepare) => prepare('SELECT 1 FROM collections WHERE name = ?').get(name));
    if (!known) throw new ReadModelStoreReadOnly(this.file, `there is no collection ${name} yet`);
  }
}
