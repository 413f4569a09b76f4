import fc from 'fast-check';
import { type StoredDocument, openSqliteReadModelStore, pagesOf } from '../src';
import { temporaryDirectory } from './temporary-directory';

interface Made {
  readonly at: string;
}

describe('documents a page at a time', () => {
  const directory = temporaryDirectory();
  afterAll(() => directory.remove());
  let stores = 0;

  it('are each given once, in order, also where what was given goes meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        async (times, size, isRemoved) => {
          stores += 1;
          const store = await openSqliteReadModelStore({ file: directory.file(`pages-${stores}.db`) });
          const made = await store.collection<Made>({ name: 'made', indexes: [['at']] });
          const ids = times.map((_, index) => `made ${String(index).padStart(3, '0')}`);
          await made.bulk(ids.map((id, index) => ({ id, position: 1, document: { at: `time ${times[index]}` } })));
          const given: StoredDocument<Made>[] = [];
          let asked = 0;
          const find: typeof made.find = async (query) => ((asked = Math.max(asked, query!.limit!)), made.find(query));
          for await (const page of pagesOf({ find }, { by: 'at', size })) {
            given.push(...page);
            if (isRemoved) await made.bulk(page.map(({ id }) => ({ id, position: 2, document: undefined })));
          }
          expect(given.map(({ id }) => id)).toEqual(
            [...ids].sort((a, b) => times[ids.indexOf(a)]! - times[ids.indexOf(b)]! || (a < b ? -1 : 1)),
          );
          expect(asked).toBeLessThanOrEqual(size + times.length);
          await store.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('are never all there at once', async () => {
    const documents = Array.from({ length: 1_000 }, (_, index) => ({
      id: `made ${index}`,
      position: 1,
      document: { at: `time ${String(index).padStart(4, '0')}` },
    }));
    const store = await openSqliteReadModelStore({ file: directory.file('thousand.db') });
    const made = await store.collection<Made>({ name: 'made', indexes: [['at']] });
    await made.bulk(documents);
    let largest = 0;
    const find: typeof made.find = async (query) => {
      const found = await made.find(query);
      largest = Math.max(largest, found.length);
      return found;
    };
    let given = 0;
    for await (const page of pagesOf({ find }, { by: 'at', size: 50 })) given += page.length;
    await store.close();
    // A page, and the one document of the page before at which it begins.
    expect({ given, largest }).toEqual({ given: 1_000, largest: 51 });
  });
});
