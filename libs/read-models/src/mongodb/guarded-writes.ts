import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { refusedOnly } from './faults';
import type { KnownIds } from './known-ids';
import type { MongoDocument } from './stored-document';

/** A message to the server has at most 48 MB and 100,000 writes; a thousand are taken in well before any deadline. */
const WRITES_AT_ONCE = 1_000;

/**
 * Writes each document whose stored position is smaller, and returns how many took effect. Writes to one id run one
 * after the other; the rest at once, in any order.
 */
export async function writeGuarded(
  collection: Collection<MongoDocument>,
  documents: readonly MongoDocument[],
  known: KnownIds,
): Promise<number> {
  let effective = 0;
  for (const round of inRounds(documents)) {
    for (let from = 0; from < round.length; from += WRITES_AT_ONCE)
      effective += await writeOnce(collection, round.slice(from, from + WRITES_AT_ONCE), known);
  }
  return effective;
}

/** Each round has an id at most once, and each id's positions grow from round to round. */
function inRounds(documents: readonly MongoDocument[]): readonly (readonly MongoDocument[])[] {
  const rounds: MongoDocument[][] = [];
  const last = new Map<string, { readonly round: number; readonly position: number }>();
  for (const document of documents) {
    const { _id: id, position } = document;
    const before = last.get(id);
    // A write that is older than an earlier one in the batch takes no effect, whatever is stored.
    if (before && before.position >= position) continue;
    const round = before ? before.round + 1 : 0;
    (rounds[round] ??= []).push(document);
    last.set(id, { round, position });
  }
  return rounds;
}

async function writeOnce(
  collection: Collection<MongoDocument>,
  documents: readonly MongoDocument[],
  known: KnownIds,
): Promise<number> {
  const { effective, duplicates } = await attempt(
    collection,
    documents.map((document) => {
      const { _id: id } = document;
      return known.has(id) ? replacing(document, true) : { insertOne: { document } };
    }),
  );
  for (const { _id: id } of documents) known.add(id);
  if (duplicates.length === 0) return effective;
  // A document with this id exists, older or newer. As documents are never deleted, a replacement that applies only to
  // older ones decides. Some servers do not retry an upsert if another one inserts at the same moment.
  const again = await attempt(
    collection,
    duplicates.map((index) => replacing(documents[index]!, false)),
  );
  return effective + again.effective;
}

function replacing(replacement: MongoDocument, upsert: boolean): AnyBulkWriteOperation<MongoDocument> {
  const { _id, position } = replacement;
  return { replaceOne: { filter: { _id, position: { $lt: position } }, replacement, upsert } };
}

async function attempt(collection: Collection<MongoDocument>, writes: readonly AnyBulkWriteOperation<MongoDocument>[]) {
  const insertions = (among: readonly AnyBulkWriteOperation<MongoDocument>[]) =>
    among.filter((write) => 'insertOne' in write).length;
  try {
    const { matchedCount, upsertedCount } = await collection.bulkWrite(writes, { ordered: false });
    return { effective: insertions(writes) + matchedCount + upsertedCount, duplicates: [] };
  } catch (error) {
    const refused = refusedOnly(error);
    if (!refused) throw error;
    const { duplicates, replaced } = refused;
    // Counted here, because some servers count refused writes as insertions.
    return {
      effective: insertions(writes) - insertions(duplicates.map((index) => writes[index]!)) + replaced,
      duplicates,
    };
  }
}
