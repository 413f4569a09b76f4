import { LoopYield } from '@assay/kernel';
import type { SqliteDatabase, SqliteStatement } from '@assay/sqlite';
import { ReadModelStoreCorrupt, ReadModelStoreReadOnly, ReadModelStoreUnavailable } from '../errors';
import type { NamedCheckpoint } from '../read-model-store';
import { translated } from './faults';
import { RecentRows, type Row } from './recent-rows';
import { Statements } from './statements';

type Prepare = (text: string) => SqliteStatement<unknown[]>;

/** The connection, with prepared statements, transactions and SQLite's errors made ours. */
export class SqliteAccess {
  private readonly statements: Statements;
  private readonly recent = new RecentRows();
  private readonly loop = new LoopYield();
  readonly prepare: Prepare = (text) => this.statements.prepare(text);

  constructor(
    readonly file: string,
    readonly database: SqliteDatabase,
  ) {
    this.statements = new Statements(database);
  }

  run<Result>(work: (prepare: Prepare) => Result): Result {
    if (!this.database.open) throw new ReadModelStoreUnavailable(`${this.file} is closed`);
    try {
      return work(this.prepare);
    } catch (error) {
      throw translated(this.file, error);
    }
  }

  /** The same for a caller that may ask again and again: answers after a turn of the loop if one is due. */
  inTurn<Result>(work: (prepare: Prepare) => Result): Promise<Result> {
    return this.loop.after(() => this.run(work));
  }

  /** All of it or nothing. @throws ReadModelStoreReadOnly saying `refusal` */
  transaction<Result>(refusal: string, work: (prepare: Prepare) => Result): Result {
    if (this.database.readonly) throw new ReadModelStoreReadOnly(this.file, refusal);
    return this.run(() => this.database.transaction(() => work(this.prepare)).immediate());
  }

  /** The row of a document, deleted or not. */
  row(table: string, id: string): Row | undefined {
    const read = () => this.prepare(`SELECT id, position, body FROM ${table} WHERE id = ?`).get(id) as Row | undefined;
    return this.database.readonly ? read() : this.recent.get(`${table}${id}`, read);
  }

  /** To be called for each row that a write may have changed, when it is over, whether it succeeded or not. */
  changed(table: string, id: string): void {
    this.recent.forget(`${table}${id}`);
  }

  dropped(): void {
    this.recent.forgetAll();
  }

  saveCheckpoint({ name, position, mark }: NamedCheckpoint): void {
    this.prepare(`INSERT INTO checkpoints (name, position, mark) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET position = excluded.position, mark = excluded.mark
      WHERE position < excluded.position`).run(name, position, mark ?? null);
  }

  parse<Value>(body: string, what: string): Value {
    try {
      return JSON.parse(body) as Value;
    } catch (error) {
      throw new ReadModelStoreCorrupt(this.file, `the document ${what} is not JSON`, { cause: error });
    }
  }
}
