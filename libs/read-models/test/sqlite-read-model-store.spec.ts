import { type Collection, type ReadModelStore, openSqliteReadModelStore } from '../src';
import { readModelStoreContract } from './contract';
import { temporaryDirectory } from './temporary-directory';

readModelStoreContract('SQLite', async () => {
  const directory = temporaryDirectory();
  const open = () => openSqliteReadModelStore({ file: directory.file('read-models.db') });
  let store = await open();
  return {
    store,
    reopen: async () => (await store.close(), (store = await open())),
    dispose: async () => (await store.close(), directory.remove()),
  };
});

describe('a read model store in a SQLite file that is asked again and again', () => {
  const COUNT = 20_000;
  const ids = Array.from({ length: COUNT }, (_, n) => `d${n}`);
  const directory = temporaryDirectory();
  let store: ReadModelStore;
  let documents: Collection<{ readonly n: number }>;
  beforeAll(async () => {
    store = await openSqliteReadModelStore({ file: directory.file('read-models.db') });
    documents = await store.collection({ name: 'documents', indexes: [['n']] });
  });
  afterAll(async () => {
    await store.close();
    directory.remove();
  });

  /** Whether a timer rang before the work was done. */
  const othersHadATurn = async (work: () => Promise<unknown>): Promise<boolean> => {
    let rang = false;
    const timer = setTimeout(() => (rang = true), 0);
    await work();
    clearTimeout(timer);
    return rang;
  };

  it.each([
    ['many documents are written', () => documents.bulk(ids.map((id, n) => ({ id, position: 1, document: { n } })))],
    ['many are read by their ids', () => documents.getMany(ids)],
    ['many are read to be changed', () => documents.getForUpdate(ids)],
    ['many are found', () => documents.find({ sort: [['n', 'ascending']] })],
    [
      'one is read after the other',
      async () => {
        for (const id of [...ids, ...ids, ...ids]) await documents.get(id);
      },
    ],
    [
      'they are counted again and again',
      async () => {
        for (const _ of Array.from({ length: 100 })) await documents.count();
      },
    ],
  ] as const)('lets all else have its turn while %s', async (_what, work) => {
    expect(await othersHadATurn(work)).toBe(true);
  });
});
