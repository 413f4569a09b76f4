import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { refusedOnly } from './faults';
import type { MongoDocument } from './stored-document';

/** A message to the server has at most 48 MB and 100,000 writes; a thousand are taken in well before any deadline. */
const WRITES_AT_ONCE = 1_000;

/**
 * Writes each document whose stored position is smaller, and gives how many took effect. Documents of one id are written
 * one after the other; the rest at once, in any order.
 */
export async function writeGuarded(collection: Collection<MongoDocument>, documents: readonly MongoDocument[]): Promise<number> {
  let effective = 0;
  for (const round of inRounds(documents)) {
    for (let from = 0; from < round.length; from += WRITES_AT_ONCE) effective += await upsert(collection, round.slice(from, from + WRITES_AT_ONCE));
  }
  return effective;
}

/** No id twice in a round, and each id's positions growing from round to round. */
function inRounds(documents: readonly MongoDocument[]): readonly (readonly MongoDocument[])[] {
  const rounds: MongoDocument[][] = [];
  const last = new Map<string, { readonly round: number; readonly position: number }>();
  for (const document of documents) {
    const { _id: id, position } = document;
    const before = last.get(id);
    // What is older than a write before it in the batch takes no effect, whatever is stored.
    if (before && before.position >= position) continue;
    const round = before ? before.round + 1 : 0;
    (rounds[round] ??= []).push(document);
    last.set(id, { round, position });
  }
  return rounds;
}

async function upsert(collection: Collection<MongoDocument>, documents: readonly MongoDocument[]): Promise<number> {
  const { effective, duplicates } = await attempt(collection, documents, true);
  if (duplicates.length === 0) return effective;
  // A document of the id is there: a newer one, or an older one that somebody else inserted just now. Now that it is there,
  // and none ever goes away, updating it decides which.
  const again = await attempt(collection, duplicates.map((index) => documents[index]!), false);
  return effective + again.effective;
}

async function attempt(collection: Collection<MongoDocument>, documents: readonly MongoDocument[], upsert: boolean) {
  const writes = documents.map((replacement): AnyBulkWriteOperation<MongoDocument> => {
    const { _id, position } = replacement;
    return { replaceOne: { filter: { _id, position: { $lt: position } }, replacement, upsert } };
  });
  try {
    const { matchedCount, upsertedCount } = await collection.bulkWrite(writes, { ordered: false });
    return { effective: matchedCount + upsertedCount, duplicates: [] };
  } catch (error) {
    const refused = refusedOnly(error);
    if (!refused) throw error;
    return refused;
  }
}
