import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { driverFor, openDatabase } from '@assay/sqlite';
import { type Query, openSqliteReadModelStore } from '../src';
import { orderSql, whereSql } from '../src/sqlite/sql';
import { temporaryDirectory } from './temporary-directory';

describe('a read model store in a SQLite file', () => {
  const directory = temporaryDirectory();
  const file = directory.file('nested/read-models.db');
  const open = (readOnly = false) => openSqliteReadModelStore({ file, readOnly });
  afterEach(() => rmSync(directory.file('nested'), { recursive: true, force: true }));
  afterAll(() => directory.remove());

  async function filled() {
    const store = await open();
    const documents = await store.collection<{ n: number; padding: string }>({ name: 'documents', indexes: [['n']] });
    await documents.bulk(
      Array.from({ length: 500 }, (_, n) => ({
        id: `d${n}`,
        position: n + 1,
        document: { n, padding: 'x'.repeat(500) },
      })),
      { name: 'c', position: 500 },
    );
    return store;
  }

  it.each([
    ['text', "these are somebody's notes, not a database at all. ".repeat(100)],
    [
      'a database header with rubbish behind it',
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000, 0xab)]),
    ],
  ])('says of a file that holds %s whose it is not and what to do', async (_, content) => {
    await (await open()).close();
    writeFileSync(file, content);
    await expect(open()).rejects.toMatchObject({
      name: 'ReadModelStoreCorrupt',
      file,
      message: expect.stringMatching(/delete it .* rebuilt from the events/),
    });
    expect(readFileSync(file)).toEqual(Buffer.from(content));
  });

  it('leaves the database of another program alone', async () => {
    await (await open()).close();
    rmSync(file);
    const other = openDatabase(file);
    other.exec('CREATE TABLE customers (name TEXT)');
    other.close();
    await expect(open()).rejects.toThrow(/is not a read model store/);
    await expect(open(true)).rejects.toThrow(/is not a read model store/);
  });

  it('refuses a file of another layout', async () => {
    await (await open()).close();
    const later = openDatabase(file);
    later.pragma('user_version = 99');
    later.close();
    await expect(open()).rejects.toThrow(/has layout 99/);
  });

  it('keeps the checkpoints of an earlier version, which had no marks', async () => {
    await (await filled()).close();
    const earlier = openDatabase(file);
    earlier.exec('ALTER TABLE checkpoints DROP COLUMN mark');
    earlier.close();
    const looking = await open(true);
    expect(await looking.checkpoint('c')).toEqual({ position: 500 });
    await looking.close();
    const store = await open();
    expect(await store.checkpoint('c')).toEqual({ position: 500 });
    await store.saveCheckpoint({ name: 'c', position: 501, mark: 'm' });
    expect(await store.checkpoint('c')).toEqual({ position: 501, mark: 'm' });
    await store.close();
  });

  it('names the file when a part of it is gone, and works again once that is deleted', async () => {
    await (await filled()).close();
    truncateSync(file, 40_000);
    await expect(open()).rejects.toMatchObject({ name: 'ReadModelStoreCorrupt', file });
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    const fresh = await filled();
    expect(await fresh.checkpoint('c')).toMatchObject({ position: 500 });
    await fresh.close();
  });

  it('names the file when pages in its midst are damaged, before anybody meets them', async () => {
    await (await filled()).close();
    writeFileSync(file, readFileSync(file).fill(0xff, 20_480, 24_576));
    await expect(open()).rejects.toMatchObject({ name: 'ReadModelStoreCorrupt', file });
  });

  it('names the file when who looks on meets the damage', async () => {
    await (await filled()).close();
    const content = readFileSync(file);
    writeFileSync(file, content.fill(0xff, 20_000));
    const damaged = await open(true);
    await expect(
      damaged.collection({ name: 'documents', indexes: [['n']] }).then((documents) => documents.find()),
    ).rejects.toMatchObject({ name: 'ReadModelStoreCorrupt', file });
    await damaged.close();
  });

  it('says which document is not JSON', async () => {
    await (await filled()).close();
    const editor = openDatabase(file);
    editor.exec(`DROP INDEX "index/documents(n)"; UPDATE "documents/documents" SET body = '{"n":' WHERE id = 'd7'`);
    editor.close();
    const store = await open();
    const documents = await store.collection({ name: 'documents', indexes: [] });
    await expect(documents.get('d7')).rejects.toThrow(/documents\/d7 is not JSON/);
    await store.close();
  });

  it('is written by one store at a time, and free again when that is closed', async () => {
    const first = await open();
    await expect(open()).rejects.toMatchObject({
      name: 'ReadModelStoreLocked',
      message: expect.stringContaining(file),
    });
    await first.close();
    await (await open()).close();
  });

  it('is locked by another process, and free again when that is killed', async () => {
    await (await open()).close();
    const other = fork(require.resolve('./support/hold-lock.cjs'), [driverFor(process.versions.node), `${file}-lock`]);
    const ended = once(other, 'exit');
    try {
      await once(other, 'message');
      await expect(open()).rejects.toThrow(/in use by another process/);
    } finally {
      other.kill('SIGKILL');
    }
    await ended;
    await (await open()).close();
  });

  it('lets readers look on while it is written, and refuses their writes', async () => {
    const writer = await filled();
    const reader = await open(true);
    const seen = await reader.collection<{ n: number }>({ name: 'documents', indexes: [] });
    expect(await seen.count()).toBe(500);
    const written = await writer.collection<{ n: number }>({ name: 'documents', indexes: [['n']] });
    await written.bulk([{ id: 'new', position: 501, document: { n: 501 } }]);
    expect((await seen.get('new'))?.document).toEqual({ n: 501 });
    await expect(seen.bulk([{ id: 'x', position: 1, document: { n: 0 } }])).rejects.toMatchObject({
      name: 'ReadModelStoreReadOnly',
    });
    await expect(reader.dropCollection('documents')).rejects.toThrow(/read-only/);
    await expect(reader.saveCheckpoint({ name: 'c', position: 900 })).rejects.toThrow(/read-only/);
    await expect(reader.collection({ name: 'unknown', indexes: [] })).rejects.toThrow(/no collection unknown yet/);
    await Promise.all([reader.close(), writer.close()]);
  });

  it('can be read when nobody writes it, and says so when it is not there', async () => {
    await expect(open(true)).rejects.toThrow(/does not exist/);
    await (await filled()).close();
    const reader = await open(true);
    expect(await reader.checkpoint('c')).toMatchObject({ position: 500 });
    await reader.close();
  });

  it('cannot be a directory', async () => {
    await expect(openSqliteReadModelStore({ file: directory.path })).rejects.toMatchObject({
      name: 'ReadModelStoreUnavailable',
    });
    rmSync(`${directory.path}-lock`, { force: true });
  });

  it.each<[Query, string]>([
    [{ where: { n: 3 } }, 'n'],
    [{ where: { n: { gt: 3 } }, sort: [['n', 'ascending']] }, 'n'],
    [{ where: { n: { in: [1, 2, 'a'] } } }, 'n'],
    [{ where: { n: null } }, 'n'],
    [{ where: { organization: 'o' }, sort: [['created.at', 'descending']], limit: 10 }, 'organization,created.at'],
    // A field with the same value in all documents does not affect the order.
    [
      {
        where: { kind: 'k', rank: 1 },
        sort: [
          ['rank', 'descending'],
          ['n', 'ascending'],
        ],
      },
      'kind,rank,n',
    ],
  ])('answers %j through an index', async (query, index) => {
    const indexes = [['n'], ['organization', 'created.at'], ['kind', 'rank', 'n']];
    const store = await open();
    await store.collection({ name: 'documents', indexes });
    await store.close();
    const database = openDatabase(file, { readonly: true });
    const { text, parameters } = whereSql(query.where);
    const order = orderSql(query.sort, query.where);
    const plan = database
      .prepare(`EXPLAIN QUERY PLAN SELECT * FROM "documents/documents" WHERE ${text} ORDER BY ${order}`)
      .all(...parameters) as { detail: string }[];
    database.close();
    const steps = plan.map(({ detail }) => detail);
    expect(steps).toContainEqual(
      expect.stringMatching(new RegExp(`^SEARCH .* USING INDEX index/documents\\(${index.replace('.', '\\.')}\\)`)),
    );
    // Nothing is sorted that the index has in order; only with several values of a field it has an order for each
    // value.
    expect(steps.includes('USE TEMP B-TREE FOR ORDER BY')).toBe(JSON.stringify(query.where).includes('"in"'));
  });
});
