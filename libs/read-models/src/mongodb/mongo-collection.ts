import type { LogPosition } from '@assay/event-store';
import type { Collection as DriverCollection, Filter } from 'mongodb';
import { InvalidQuery } from '../errors';
import { checkedPage, checkedPosition, checkedWrite, fieldPath } from '../query';
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
import { type Checkpoints } from './checkpoints';
import { READ_DEADLINE } from './connection';
import { encoded } from './code-point-order';
import { filterOf, isInOrderOfIds, sortOf } from './filter';
import { writeGuarded } from './guarded-writes';
import type { KnownIds } from './known-ids';
import type { MongoAccess } from './mongo-access';
import { type MongoDocument, fromStored, scalarOf, storedField, toStored } from './stored-document';

export const physicalName = (collection: string): string => `documents.${collection}`;

/** A page of a long answer, and ids in one question. */
const PAGE = 1_000;
const keyOf = ({ _id: key }: MongoDocument): string => key;
const WITHOUT_FIELDS = { fields: 0, live: 0 } as const;

/** Documents as {@link MongoDocument}, one collection of the database each. */
export class MongoCollection<Doc extends Document> implements Collection<Doc> {
  constructor(
    readonly name: string,
    private readonly access: MongoAccess,
    private readonly checkpoints: Checkpoints,
    private readonly known: KnownIds,
  ) {}

  async get(id: string): Promise<StoredDocument<Doc> | undefined> {
    return (await this.getMany([id]))[0];
  }

  async getMany(ids: readonly string[]): Promise<StoredDocument<Doc>[]> {
    const found = await this.byIds(ids, {});
    return ids.flatMap((id) => {
      const stored = found.get(encoded(id));
      return (stored && this.parsed(stored)) ?? [];
    });
  }

  /**
   * From the primary, whatever the connection string prefers: what a secondary has not heard of would be decided again.
   */
  async getForUpdate(
    ids: readonly string[],
  ): Promise<Map<string, { position: LogPosition; document: Doc | undefined }>> {
    const found = await this.byIds(ids, { readPreference: 'primary' });
    for (const key of found.keys()) this.known.add(key);
    return new Map(
      ids.flatMap((id) => {
        const stored = found.get(encoded(id));
        return stored ? [[id, { position: stored.position, document: this.parsed(stored)?.document }] as const] : [];
      }),
    );
  }

  async find(query: Query = {}): Promise<StoredDocument<Doc>[]> {
    const filter = filterOf(query.where);
    const sort = sortOf(query.sort);
    const { limit, offset } = checkedPage(query);
    if (limit === 0) return [];
    if (offset === 0 && isInOrderOfIds(query.where, query.sort)) return this.walk(filter, limit ?? Infinity);
    const found = await this.run((documents) =>
      documents
        .find(filter, {
          projection: WITHOUT_FIELDS,
          sort,
          skip: offset,
          ...(limit !== undefined && { limit }),
          batchSize: PAGE,
          allowDiskUse: true,
          maxTimeMS: READ_DEADLINE,
        })
        .toArray(),
    );
    return found.map((stored) => this.parsed(stored)!);
  }

  async count(where?: Where): Promise<number> {
    const filter = filterOf(where);
    return this.run((documents) => documents.countDocuments(filter, { maxTimeMS: READ_DEADLINE }));
  }

  async countBy(field: string, where?: Where): Promise<ReadonlyMap<FieldValue, number>> {
    const value = `$${storedField(fieldPath(field))}`;
    const pipeline = [{ $match: filterOf(where) }, { $group: { _id: value, documents: { $sum: 1 } } }];
    const groups = await this.run((documents) =>
      documents
        .aggregate<{ _id: unknown; documents: number }>(pipeline, { allowDiskUse: true, maxTimeMS: READ_DEADLINE })
        .toArray(),
    );
    const counts = new Map<FieldValue, number>();
    for (const { _id, documents } of groups) {
      const scalar = scalarOf(_id ?? null);
      if (scalar !== undefined) counts.set(scalar, documents);
    }
    return counts;
  }

  async bulk(writes: readonly Write<Doc>[], checkpoint?: NamedCheckpoint): Promise<number> {
    writes.forEach(checkedWrite);
    if (checkpoint) checkedPosition(checkpoint.position);
    const documents = writes.map(toStored);
    const effective =
      documents.length === 0 ? 0 : await this.run((collection) => writeGuarded(collection, documents, this.known));
    // After the documents: a crash in between repeats them, and they are guarded.
    if (checkpoint) await this.checkpoints.save(checkpoint);
    return effective;
  }

  private async byIds(
    ids: readonly string[],
    options: { readonly readPreference?: 'primary' },
  ): Promise<ReadonlyMap<string, MongoDocument>> {
    const found = new Map<string, MongoDocument>();
    for (let from = 0; from < ids.length; from += PAGE) {
      const asked = { _id: { $in: ids.slice(from, from + PAGE).map(encoded) } };
      const part = await this.run((documents) =>
        documents
          .find(asked, { ...options, projection: WITHOUT_FIELDS, batchSize: PAGE, maxTimeMS: READ_DEADLINE })
          .toArray(),
      );
      for (const stored of part) found.set(keyOf(stored), stored);
    }
    return found;
  }

  /**
   * Page by page, each after the last id of the one before: no cursor stays open that a change of the primary would
   * end.
   */
  private async walk(filter: Filter<MongoDocument>, limit: number): Promise<StoredDocument<Doc>[]> {
    const found: StoredDocument<Doc>[] = [];
    let after: string | undefined;
    for (;;) {
      const size = Math.min(PAGE, limit - found.length);
      const page = await this.run((documents) =>
        documents
          .find(
            { ...filter, ...(after !== undefined && { _id: { $gt: after } }) },
            {
              projection: WITHOUT_FIELDS,
              sort: { _id: 1 },
              limit: size,
              batchSize: size + 1,
              maxTimeMS: READ_DEADLINE,
            },
          )
          .toArray(),
      );
      for (const stored of page) found.push(this.parsed(stored)!);
      if (page.length < size || found.length >= limit) return found;
      after = keyOf(page.at(-1)!);
    }
  }

  private run<Result>(work: (documents: DriverCollection<MongoDocument>) => Promise<Result>): Promise<Result> {
    return this.access.run((database) => work(database.collection<MongoDocument>(physicalName(this.name))));
  }

  private parsed(stored: MongoDocument): StoredDocument<Doc> | undefined {
    try {
      return fromStored<Doc>(stored);
    } catch (error) {
      throw new InvalidQuery(
        `${this.access.shown}: the document ${this.name}/${keyOf(stored)} is not JSON: ${String(error)}`,
      );
    }
  }
}
