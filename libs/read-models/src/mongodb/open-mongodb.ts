import type { ReadModelStore } from '../read-model-store';
import { addressOf, clientOptions } from './connection';
import { translated } from './faults';
import { MongoAccess } from './mongo-access';
import { MongoReadModelStore } from './mongo-read-model-store';

/**
 * Read models in a database of MongoDB, `assay` unless the connection string names one. Deadlines and the read
 * preference are the connection string's where it has them; writes are always waited for until a majority has them on
 * disk.
 *
 * @throws ReadModelStoreUnavailable when no server answers, or it does not let us in
 */
export async function openMongoReadModelStore({ url }: { readonly url: string }): Promise<ReadModelStore> {
  const { database, shown } = addressOf(url);
  // Loaded here: a process with the embedded stores does without it.
  const { MongoClient } = require('mongodb') as typeof import('mongodb');
  const connect = async (overriding: { readonly socketTimeoutMS?: number } = {}) => {
    const client = new MongoClient(url, { ...clientOptions(url), ...overriding });
    try {
      return await client.connect();
    } catch (error) {
      await client.close();
      throw error;
    }
  };
  try {
    const access = new MongoAccess(shown, await connect(), database, () => connect({ socketTimeoutMS: 0 }));
    await access.run((db) => db.command({ ping: 1 }));
    return new MongoReadModelStore(access, database);
  } catch (error) {
    throw translated(shown, error);
  }
}
