import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from './open-database';
import { isSqliteError } from './sqlite-error';

describe('a database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sqlite-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const codeOf = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      if (isSqliteError(error)) return error.code;
      throw error;
    }
    return 'no error';
  };

  it('is created where there is none, unless the file must exist', () => {
    expect(codeOf(() => openDatabase(join(folder, 'missing.db'), { fileMustExist: true }))).toBe('SQLITE_CANTOPEN');
    const file = join(folder, 'new.db');
    openDatabase(file).close();
    openDatabase(file, { fileMustExist: true }).close();
  });

  it('is readable by its user alone, with all files beside it, also in a folder that anybody may enter', () => {
    const open = mkdtempSync(join(tmpdir(), 'assay-sqlite-'));
    chmodSync(open, 0o755);
    const modes = () => readdirSync(open).map((name) => [name, (statSync(join(open, name)).mode & 0o777).toString(8)]);
    try {
      const before = process.umask(0o022);
      const database = openDatabase(join(open, 'store.db'));
      process.umask(before);
      database.pragma('journal_mode = WAL');
      database.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
      expect(modes()).toEqual([
        ['store.db', '600'],
        ['store.db-shm', '600'],
        ['store.db-wal', '600'],
      ]);
      database.close();
      chmodSync(join(open, 'store.db'), 0o644);
      openDatabase(join(open, 'store.db')).close();
      expect(modes()).toEqual([['store.db', '600']]);
    } finally {
      rmSync(open, { recursive: true });
    }
  });

  it('is refused while another connection has it to itself, at once without a timeout', () => {
    const file = join(folder, 'busy.db');
    const [first, second] = [openDatabase(file), openDatabase(file, { timeout: 0 })];
    first.exec('BEGIN EXCLUSIVE');
    expect(codeOf(() => second.exec('BEGIN EXCLUSIVE'))).toBe('SQLITE_BUSY');
    first.exec('COMMIT');
    expect(codeOf(() => second.exec('BEGIN EXCLUSIVE; COMMIT'))).toBe('no error');
    first.close();
    second.close();
  });

  it('cannot be written through a read-only connection', () => {
    const file = join(folder, 'read-only.db');
    const writing = openDatabase(file);
    writing.exec('CREATE TABLE t (a)');
    const reading = openDatabase(file, { readonly: true });
    expect(codeOf(() => reading.exec('INSERT INTO t VALUES (1)'))).toBe('SQLITE_READONLY');
    reading.close();
    writing.close();
  });

  it('keeps a 64-bit integer, a text with a NUL and a blob as they are', () => {
    const database = openDatabase(':memory:');
    database.exec('CREATE TABLE t (a INTEGER, b TEXT, c BLOB)');
    const row = { a: 9_007_199_254_740_993n, b: 'a\0b €', c: Buffer.from([0, 255]) };
    database.prepare('INSERT INTO t VALUES (:a, :b, :c)').run(row);
    expect(database.prepare('SELECT * FROM t').safeIntegers().get()).toEqual(row);
    database.close();
  });
});
