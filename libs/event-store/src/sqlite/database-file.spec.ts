import {
  copyFileSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { openDatabase } from '@assay/sqlite';
import { collect, happened, upTo } from '../../test/events';
import { temporaryFile } from '../../test/temporary-file';
import { EventStoreCorrupt, EventStoreUnavailable } from '../errors';
import { openSqliteEventStore } from './sqlite-event-store';

/** A cleanly closed store with a hundred events. */
async function writtenFile(): Promise<string> {
  const file = temporaryFile();
  const store = await openSqliteEventStore({ file });
  await Promise.all(
    upTo(100).map((n) => store.append('s', [{ type: 'Happened', data: { n, text: 'x'.repeat(1_000) } }])),
  );
  await store.close();
  return file;
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}

function change(file: string, sql: string): void {
  const database = openDatabase(file);
  database.exec(sql);
  database.close();
}

describe('the file of an event store', () => {
  it.each<[string, (file: string) => void, RegExp]>([
    [
      'is no database',
      (file) => writeFileSync(file, 'not a database, but long enough to have a header of a hundred bytes '.repeat(4)),
      /is not an event store.*restore it from a backup/,
    ],
    ['has a damaged header', (file) => overwrite(file, 0, Buffer.alloc(16)), /is not an event store/],
    ['is empty', (file) => truncateSync(file, 0), /is empty, which an event store never is/],
    ['is cut short', (file) => truncateSync(file, Math.floor(statSync(file).size / 2)), /is damaged/],
    ['is cut within its first page', (file) => truncateSync(file, 1_000), /is (damaged|not an event store)/],
    ['belongs to another program', (file) => change(file, 'PRAGMA application_id = 7'), /database of another program/],
    [
      'is of a newer version',
      (file) => change(file, 'PRAGMA user_version = 99'),
      /newer version of this program \(schema 99, this one knows 1\)/,
    ],
    ['lacks a table', (file) => change(file, 'DROP TABLE events'), /table events is missing/],
  ])('is refused when it %s, by name and with advice', async (_case, damage, message) => {
    const file = await writtenFile();
    damage(file);
    for (const readOnly of [false, true]) {
      const opening = openSqliteEventStore({ file, readOnly });
      await expect(opening).rejects.toThrow(EventStoreCorrupt);
      await expect(opening).rejects.toMatchObject({ file, message: expect.stringMatching(message) });
    }
  });

  it('is left as it was when it is refused, and its lock is free again', async () => {
    const file = await writtenFile();
    const whole = readFileSync(file);
    change(file, 'PRAGMA user_version = 99');
    await expect(openSqliteEventStore({ file })).rejects.toThrow(EventStoreCorrupt);
    writeFileSync(file, whole);
    const store = await openSqliteEventStore({ file });
    expect(await collect(store.readStream('s'))).toHaveLength(100);
    await store.close();
  });

  it('is checked when the last process did not end cleanly', async () => {
    const file = await writtenFile();
    const { size } = statSync(file);
    overwrite(file, size - 4_096 * 3, Buffer.alloc(4_096, 0xff));
    const running = openDatabase(file);
    running.exec(`INSERT INTO types (name) VALUES ('Late')`);
    const abandoned = temporaryFile();
    copyFileSync(file, abandoned);
    copyFileSync(`${file}-wal`, `${abandoned}-wal`);
    running.close();
    await expect(openSqliteEventStore({ file: abandoned })).rejects.toThrow(EventStoreCorrupt);
  });

  it('says which event is damaged', async () => {
    const file = await writtenFile();
    change(file, `UPDATE events SET data = '{"n":' WHERE position = 5`);
    const store = await openSqliteEventStore({ file });
    await expect(collect(store.readStream('s'))).rejects.toThrow(/event .* at position 5 is damaged/);
    await store.close();
  });

  it('is not created anew beside a WAL that may hold its events', async () => {
    const file = temporaryFile();
    writeFileSync(`${file}-wal`, 'frames');
    await expect(openSqliteEventStore({ file })).rejects.toThrow(/is gone, but .*-wal is there/);
  });

  it('is created again where its creation was interrupted', async () => {
    const file = temporaryFile();
    writeFileSync(`${file}.new`, 'half of a store');
    const store = await openSqliteEventStore({ file });
    await expect(store.append('s', [happened(0)])).resolves.toMatchObject({ revision: 0 });
    await store.close();
  });

  it('is created with its folders', async () => {
    const file = `${temporaryFile()}.d/of/events.db`;
    const store = await openSqliteEventStore({ file });
    await expect(store.append('s', [happened(0)])).resolves.toMatchObject({ revision: 0 });
    await store.close();
  });

  it('is unavailable where a folder or a file stands in its way', async () => {
    const file = temporaryFile();
    mkdirSync(file);
    await expect(openSqliteEventStore({ file })).rejects.toThrow(EventStoreUnavailable);
    const plain = temporaryFile();
    writeFileSync(plain, 'x');
    await expect(openSqliteEventStore({ file: `${plain}/events.db` })).rejects.toThrow(EventStoreUnavailable);
  });

  it('is durable by WAL with a full sync, and checks its references', async () => {
    const file = await writtenFile();
    const database = openDatabase(file, { readonly: true });
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(database.pragma('user_version', { simple: true })).toBe(1);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });
});
