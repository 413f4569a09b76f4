import { createHash } from 'node:crypto';
import type { Db, IndexDescriptionInfo } from 'mongodb';
import { InvalidQuery } from '../errors';
import { fieldPath } from '../query';
import type { DocumentIndex } from '../read-model-store';
import { NAMESPACE_EXISTS, NAMESPACE_NOT_FOUND, INDEX_NOT_FOUND, unless } from './faults';
import type { MongoAccess } from './mongo-access';
import { storedField } from './stored-document';

/**
 * MongoDB's limits: fields an index (of which two are ours), indexes a collection (of which one is the ids'), bytes of
 * a namespace.
 */
const FIELDS = 30;
const INDEXES = 63;
const NAMESPACE_BYTES = 255;
/** Old servers take 127 bytes for an index with its namespace, new ones any number. */
const INDEX_NAME = 60;

/** @throws InvalidQuery for what MongoDB has no room for */
export function checkedLimits(namespace: string, indexes: readonly DocumentIndex[]): void {
  if (Buffer.byteLength(namespace) > NAMESPACE_BYTES)
    throw new InvalidQuery(`the collection name is too long for MongoDB: ${namespace}`);
  if (indexes.length > INDEXES)
    throw new InvalidQuery(`${namespace} has ${indexes.length} indexes, and MongoDB keeps ${INDEXES}`);
  for (const index of indexes)
    if (index.length > FIELDS)
      throw new InvalidQuery(`an index of ${namespace} has ${index.length} fields, and MongoDB takes ${FIELDS}`);
}

/**
 * Creates the collection where it is missing, the indexes that it lacks, and drops those that are no longer declared.
 */
export async function reconcile(
  access: MongoAccess,
  collection: string,
  indexes: readonly DocumentIndex[],
): Promise<void> {
  const declared = new Map(indexes.map((index) => [nameOf(index), keyOf(index)]));
  const existing = await access.run((database) => existingOrCreated(database, collection));
  for (const name of existing) {
    if (!declared.has(name))
      await access.run((database) => database.collection(collection).dropIndex(name).catch(unless(INDEX_NOT_FOUND)));
  }
  const missing = [...declared].filter(([name]) => !existing.includes(name)).map(([name, key]) => ({ name, key }));
  if (missing.length > 0) await access.runLong((database) => database.collection(collection).createIndexes(missing));
}

async function existingOrCreated(database: Db, collection: string): Promise<readonly string[]> {
  const listed = async () => namesOf(await database.collection(collection).indexes());
  const known = await listed().catch(unless(NAMESPACE_NOT_FOUND));
  if (known && known.length > 0) return known.filter((name) => name !== '_id_');
  await database.createCollection(collection).catch(unless(NAMESPACE_EXISTS));
  return [];
}

const namesOf = (indexes: readonly IndexDescriptionInfo[]): readonly string[] =>
  indexes.flatMap(({ name }) => name ?? []);

/**
 * "live" first, which every query asks for, so that the index answers it whole; the ids last, so that ties are sorted.
 */
const keyOf = (index: DocumentIndex): Map<string, 1> =>
  new Map([['live', 1], ...index.map((field) => [storedField(fieldPath(field)), 1] as const), ['_id', 1]]);

function nameOf(index: DocumentIndex): string {
  const name = index.join(',');
  return name.length <= INDEX_NAME
    ? name
    : `${name.slice(0, INDEX_NAME - 17)}~${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}
