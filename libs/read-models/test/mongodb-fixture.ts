import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { type ReadModelStore, openMongoReadModelStore } from '../src';
import type { StoreSource } from './store-source';

/** The server that `npm run test:engines` starts, or the one that the variable names. */
function serverUrl(): URL {
  const url = process.env.ASSAY_TEST_MONGODB_URL;
  if (url === undefined)
    throw new Error(
      'ASSAY_TEST_MONGODB_URL is not set: run `npm run test:engines`, which starts a server, or give the ' +
        'connection string of one (mongodb://127.0.0.1:27017)',
    );
  return new URL(url);
}

export interface TestDatabase {
  readonly url: string;
  open(): Promise<ReadModelStore>;
  drop(): Promise<void>;
}

/** A database of the test's own. */
export function testDatabase(server: URL = serverUrl()): TestDatabase {
  const address = new URL(server);
  address.pathname = `/assay-test-${randomBytes(6).toString('hex')}`;
  const url = address.href;
  return {
    url,
    open: () => openMongoReadModelStore({ url }),
    async drop() {
      const client = new MongoClient(url);
      try {
        await client.db().dropDatabase();
      } finally {
        await client.close();
      }
    },
  };
}

/** Each store in a database of its own. */
export function mongoStores(): StoreSource {
  const databases: TestDatabase[] = [];
  return {
    open() {
      const database = testDatabase();
      databases.push(database);
      return database.open();
    },
    async remove() {
      for (const database of databases) await database.drop();
    },
  };
}
