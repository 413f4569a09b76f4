import { createServer } from 'node:net';
import { once } from 'node:events';
import fc from 'fast-check';
import { MongoClient } from 'mongodb';
import { type ReadModelStore, openMongoReadModelStore } from '../src';
import { type Loose, write } from './contract';
import { type TestDatabase, testDatabase } from './mongodb-fixture';

describe('a read model store in MongoDB', () => {
  let database: TestDatabase;
  let store: ReadModelStore;
  beforeEach(async () => {
    database = testDatabase();
    store = await database.open();
  });
  afterEach(async () => {
    await store.close();
    await database.drop();
  });

  async function inDatabase<Result>(look: (client: MongoClient) => Promise<Result>): Promise<Result> {
    const client = new MongoClient(database.url);
    try {
      return await look(client);
    } finally {
      await client.close();
    }
  }
  const indexesOf = (name: string) =>
    inDatabase(async (client) =>
      (await client.db().collection(`documents.${name}`).indexes()).map((index) => Object.keys(index.key)),
    );

  it('gives back any JSON object to the last key, in the order of its keys, and every number as it was', async () => {
    const documents = await store.collection<Loose>({ name: 'documents', indexes: [['a'], ['__proto__']] });
    const key = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('$set', '$', 'a.b', '.', '__proto__', 'constructor', '_id', 'a/b', '0', 'a'),
    );
    const leaf = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom(2 ** 31, -(2 ** 31) - 1, 2 ** 53, 5e-324),
    );
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(key, tie('json'), { maxKeys: 5 }),
      ),
    }));
    let position = 0;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, json, { maxKeys: 6 }), async (document) => {
        await documents.bulk([write('one', (position += 1), document as Loose)]);
        expect(JSON.stringify((await documents.get('one'))!.document)).toBe(JSON.stringify(document));
      }),
      { numRuns: 200 },
    );
  });

  it('finds by a field that is called like a part of every object', async () => {
    const documents = await store.collection<Loose>({ name: 'documents', indexes: [] });
    await documents.bulk([write('a', 1, JSON.parse('{"__proto__":{"constructor":5}}') as Loose), write('b', 1, {})]);
    expect((await documents.find({ where: { '__proto__.constructor': 5 } })).map(({ id }) => id)).toEqual(['a']);
    expect((await documents.find({ where: { constructor: null } })).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('keeps the indexes that are declared, and no others', async () => {
    await store.collection({ name: 'documents', indexes: [['owner'], ['nested.at', 'owner']] });
    expect((await indexesOf('documents')).sort()).toEqual([
      ['_id'],
      ['live', 'fields.nested/at', 'fields.owner', '_id'],
      ['live', 'fields.owner', '_id'],
    ]);
    await store.collection({ name: 'documents', indexes: [['owner'], ['balance']] });
    expect((await indexesOf('documents')).sort()).toEqual([
      ['_id'],
      ['live', 'fields.balance', '_id'],
      ['live', 'fields.owner', '_id'],
    ]);
    const onlooker = await database.open();
    await onlooker.collection({ name: 'documents' });
    expect(await indexesOf('documents')).toHaveLength(3);
    await onlooker.collection({ name: 'documents', indexes: [] });
    await onlooker.close();
    expect(await indexesOf('documents')).toEqual([['_id']]);
  });

  it('refuses what MongoDB has no room for, before anybody relies on it', async () => {
    await expect(store.collection({ name: `a${'-long'.repeat(60)}`, indexes: [] })).rejects.toThrow(/too long/);
    await expect(
      store.collection({ name: 'documents', indexes: Array.from({ length: 64 }, (_, n) => [`f${n}`]) }),
    ).rejects.toThrow(/64 indexes/);
    await expect(
      store.collection({ name: 'documents', indexes: [Array.from({ length: 31 }, (_, n) => `f${n}`)] }),
    ).rejects.toThrow(/31 fields/);
    const documents = await store.collection<Loose>({ name: 'documents', indexes: [] });
    await expect(
      documents.bulk([write('large', 1, { text: 'x'.repeat(17_000_000) })], { name: 'c', position: 1 }),
    ).rejects.toMatchObject({ name: 'InvalidQuery' });
    expect(await store.checkpoint('c')).toBeUndefined();
  });

  it('counts a write that an older one overtook, and skips one that a newer one overtook', async () => {
    const documents = await store.collection<Loose>({ name: 'documents', indexes: [] });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 8 }),
        async (positions) => {
          const id = `document-${(round += 1)}`;
          const counts = await Promise.all(
            positions.map((position) => documents.bulk([write(id, position, { position })])),
          );
          const newest = Math.max(...positions);
          expect(await documents.get(id)).toEqual({ id, position: newest, document: { position: newest } });
          expect(counts[positions.indexOf(newest)]).toBe(1);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('says nothing of the password, neither when nobody answers nor when the address cannot be read', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    const failure: unknown = await openMongoReadModelStore({
      url: `mongodb://assay:hunter2@127.0.0.1:${port}/models?serverSelectionTimeoutMS=50`,
    }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: 'ReadModelStoreUnavailable',
      message: expect.stringContaining(`mongodb://127.0.0.1:${port}/models: `),
    });
    expect(String(failure)).not.toContain('hunter2');
    for (const url of [
      'http://assay:hunter2@host/db',
      'mongodb://assay:hunter2@',
      'mongodb://assay:hunter2@host/db?readPreference=nobody',
      'mongodb://ass%ay:hunter2@host/db',
    ]) {
      const unreadable: unknown = await openMongoReadModelStore({ url }).catch((error: unknown) => error);
      expect(unreadable).toBeInstanceOf(Error);
      expect(String(unreadable)).not.toContain('hunter2');
    }
  });
});
