import type { LogPosition } from '@assay/event-store';
import { checkedPage, checkedPosition, checkedWrite } from '../query';
import type {
  Collection,
  Document,
  NamedCheckpoint,
  Query,
  FieldValue,
  StoredDocument,
  Where,
  Write,
} from '../read-model-store';
import type { Row } from './recent-rows';
import { slicesOf } from './slices';
import type { SqliteAccess } from './sqlite-access';
import { orderSql, quoted, scalarOf, valueOf, whereSql } from './sql';

export const tableOf = (collection: string): string => quoted(`documents/${collection}`);

/** Documents as JSON text, one table a collection. */
export class SqliteCollection<Doc extends Document> implements Collection<Doc> {
  private readonly table: string;

  constructor(
    readonly name: string,
    private readonly access: SqliteAccess,
  ) {
    this.table = tableOf(name);
  }

  async get(id: string): Promise<StoredDocument<Doc> | undefined> {
    return this.access.inTurn(() => this.stored(this.row(id)));
  }

  async getMany(ids: readonly string[]): Promise<StoredDocument<Doc>[]> {
    const found: StoredDocument<Doc>[] = [];
    for (const slice of slicesOf(ids))
      await this.access.inTurn(() => {
        for (const id of slice) {
          const stored = this.stored(this.row(id));
          if (stored) found.push(stored);
        }
      });
    return found;
  }

  async getForUpdate(
    ids: readonly string[],
  ): Promise<Map<string, { position: LogPosition; document: Doc | undefined }>> {
    const found = new Map<string, { position: LogPosition; document: Doc | undefined }>();
    for (const slice of slicesOf(ids))
      await this.access.inTurn(() => {
        for (const id of slice) {
          const row = this.row(id);
          if (row) found.set(id, { position: row.position, document: this.stored(row)?.document });
        }
      });
    return found;
  }

  async find(query: Query = {}): Promise<StoredDocument<Doc>[]> {
    const { text, parameters } = whereSql(query.where);
    const { limit = -1, offset } = checkedPage(query);
    const select =
      `SELECT id, position, body FROM ${this.table} WHERE ${text} ORDER BY ${orderSql(query.sort, query.where)} ` +
      'LIMIT ? OFFSET ?';
    const rows = await this.access.inTurn((prepare) => prepare(select).all(...parameters, limit, offset) as Row[]);
    const found: StoredDocument<Doc>[] = [];
    for (const slice of slicesOf(rows))
      await this.access.inTurn(() => {
        for (const row of slice) found.push(this.stored(row)!);
      });
    return found;
  }

  async count(where?: Where): Promise<number> {
    const { text, parameters } = whereSql(where);
    return this.access.inTurn((prepare) => {
      const { documents } = prepare(`SELECT count(*) AS documents FROM ${this.table} WHERE ${text}`).get(
        ...parameters,
      ) as { documents: number };
      return documents;
    });
  }

  async countBy(field: string, where?: Where): Promise<ReadonlyMap<FieldValue, number>> {
    const { text, parameters } = whereSql(where);
    const select =
      `SELECT ${valueOf(field)} AS value, count(*) AS documents FROM ${this.table} WHERE ${text} GROUP BY 1 ` +
      'ORDER BY 1';
    return this.access.inTurn((prepare) => {
      const counts = new Map<FieldValue, number>();
      for (const { value, documents } of prepare(select).all(...parameters) as {
        value: unknown;
        documents: number;
      }[]) {
        const scalar = scalarOf(value);
        if (scalar !== undefined) counts.set(scalar, documents);
      }
      return counts;
    });
  }

  async bulk(writes: readonly Write<Doc>[], checkpoint?: NamedCheckpoint): Promise<number> {
    writes.forEach(checkedWrite);
    if (checkpoint) checkedPosition(checkpoint.position);
    const slices = slicesOf(writes);
    let effective = 0;
    // A transaction each, and the checkpoint with the last: what a crash leaves is skipped when it is written again.
    for (const [index, slice] of slices.entries())
      effective += await this.access.inTurn(() =>
        this.write(slice, index === slices.length - 1 ? checkpoint : undefined),
      );
    return effective;
  }

  private write(writes: readonly Write<Doc>[], checkpoint: NamedCheckpoint | undefined): number {
    try {
      return this.inTransaction(writes, checkpoint);
    } finally {
      for (const { id } of writes) this.access.changed(this.table, id);
    }
  }

  private inTransaction(writes: readonly Write<Doc>[], checkpoint: NamedCheckpoint | undefined): number {
    return this.access.transaction(`documents of ${this.name} cannot be written`, (prepare) => {
      const upsert = prepare(`INSERT INTO ${this.table} (id, position, body) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET position = excluded.position, body = excluded.body
          WHERE position < excluded.position`);
      let effective = 0;
      for (const { id, position, document } of writes) {
        effective += upsert.run(id, position, document === undefined ? null : JSON.stringify(document)).changes;
      }
      if (checkpoint) this.access.saveCheckpoint(checkpoint);
      return effective;
    });
  }

  private row(id: string): Row | undefined {
    return this.access.row(this.table, id);
  }

  private stored(row: Row | undefined): StoredDocument<Doc> | undefined {
    if (row === undefined || row.body === null) return undefined;
    return { id: row.id, position: row.position, document: this.access.parse<Doc>(row.body, `${this.name}/${row.id}`) };
  }
}
