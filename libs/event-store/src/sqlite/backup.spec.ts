import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { collect, happened, upTo } from '../../test/events';
import { temporaryFile } from '../../test/temporary-file';
import { copyEventStore, verifyEventStore } from './backup';
import { beginRestore } from './restore';
import { openSqliteEventStore } from './sqlite-event-store';

async function numbersIn(file: string, readOnly = true): Promise<number[]> {
  const store = await openSqliteEventStore({ file, readOnly });
  try {
    return (await collect(store.readAll())).map(({ data }) => (data as { n: number }).n);
  } finally {
    await store.close();
  }
}

async function filled(file: string, count: number) {
  const store = await openSqliteEventStore({ file });
  for (const n of upTo(count)) await store.append('s', [happened(n)]);
  return store;
}

const filesBeside = (file: string): string[] => readdirSync(dirname(file)).sort();

describe('a backup of an event store', () => {
  it('is one file with all that the running store has, also what is only in its -wal', async () => {
    const [file, backup] = [temporaryFile(), temporaryFile('backup.db')];
    const store = await filled(file, 20);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    await copyEventStore(file, backup);
    await store.append('s', [happened(20)]);
    verifyEventStore(backup);
    expect(await numbersIn(backup)).toEqual(upTo(20));
    expect(filesBeside(backup)).toEqual(['backup.db']);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    await store.close();
  });

  it('is of one moment, however much is written while it is made', async () => {
    const [file, backup] = [temporaryFile(), temporaryFile('backup.db')];
    const store = await openSqliteEventStore({ file });
    const text = 'x'.repeat(500_000);
    // More than one step, so that there is a moment between two.
    for (const n of upTo(60)) await store.append('s', [{ type: 'Happened', data: { n, text } }]);
    const writing: Promise<unknown>[] = [];
    let steps = 0;
    await copyEventStore(file, backup, {
      onProgress() {
        steps += 1;
        writing.push(store.append('s', [happened(60 + steps)]));
      },
    });
    await Promise.all(writing);
    expect(steps).toBeGreaterThan(1);
    verifyEventStore(backup);
    expect(await numbersIn(backup)).toEqual(upTo(60));
    await store.close();
  });

  it('leaves nothing behind when it is given up, and overwrites nothing', async () => {
    const [file, backup] = [temporaryFile(), temporaryFile('backup.db')];
    await (await filled(file, 3)).close();
    const giveUp = AbortSignal.abort(new Error('given up'));
    await expect(copyEventStore(file, backup, { signal: giveUp })).rejects.toThrow('given up');
    expect(filesBeside(backup)).toEqual([]);
    writeFileSync(backup, 'something else');
    await expect(copyEventStore(file, backup)).rejects.toThrow(/exists/);
  });

  it('that is damaged is told by its pages', async () => {
    const [file, backup] = [temporaryFile(), temporaryFile('backup.db')];
    await (await filled(file, 500)).close();
    await copyEventStore(file, backup);
    truncateSync(backup, statSync(backup).size - 8_192);
    expect(() => verifyEventStore(backup)).toThrow(/is damaged/);
  });
});

describe('restoring an event store', () => {
  async function given() {
    const [file, backup] = [temporaryFile(), temporaryFile('backup.db')];
    const store = await filled(file, 5);
    await copyEventStore(file, backup);
    await store.append('s', [happened(5), happened(6)]);
    await store.close();
    return { file, backup };
  }

  it('puts the backup in place and keeps what was there', async () => {
    const { file, backup } = await given();
    const restore = await beginRestore({ file, backup });
    expect(await numbersIn(restore.copy)).toEqual(upTo(5));
    const kept = restore.install();
    restore.close();
    expect(await numbersIn(file, false)).toEqual(upTo(5));
    expect(await numbersIn(kept!)).toEqual(upTo(7));
  });

  it('takes a copy that was made by hand together with its -wal', async () => {
    const [file, byHand] = [temporaryFile(), temporaryFile('by-hand.db')];
    const store = await filled(file, 9);
    copyFileSync(file, byHand);
    copyFileSync(`${file}-wal`, `${byHand}-wal`);
    await store.close();
    rmSync(file);
    const restore = await beginRestore({ file, backup: byHand });
    expect(restore.install()).toBeUndefined();
    restore.close();
    expect(await numbersIn(file, false)).toEqual(upTo(9));
  });

  it('keeps the -wal of a store that nobody could close together with it', async () => {
    const { file, backup } = await given();
    const crashed = temporaryFile('crashed.db');
    const store = await filled(crashed, 4);
    for (const suffix of ['', '-wal']) copyFileSync(`${crashed}${suffix}`, `${file}${suffix}`);
    await store.close();
    const restore = await beginRestore({ file, backup });
    const kept = restore.install()!;
    restore.close();
    expect(await numbersIn(file, false)).toEqual(upTo(5));
    expect(await numbersIn(kept)).toEqual(upTo(4));
  });

  it('is refused while a process writes to the store, and keeps others from it', async () => {
    const { file, backup } = await given();
    const running = await openSqliteEventStore({ file });
    await expect(beginRestore({ file, backup })).rejects.toMatchObject({ name: 'EventStoreLocked' });
    await running.close();
    const restore = await beginRestore({ file, backup });
    await expect(openSqliteEventStore({ file })).rejects.toMatchObject({ name: 'EventStoreLocked' });
    restore.close();
    expect(await numbersIn(file, false)).toEqual(upTo(7));
    expect(filesBeside(file).filter((name) => name.includes('restor'))).toEqual([]);
  });

  it.each<[string, (file: string, pending: string) => void]>([
    ['before anything was moved', () => undefined],
    [
      'after the store had its second name',
      (file, pending) => execFileSync('ln', [file, `${file}.before-restore-${Math.round(statSync(pending).mtimeMs)}`]),
    ],
  ])('is finished by the next start when it was killed %s, and read by nobody before', async (_, crash) => {
    const { file, backup } = await given();
    const pending = `${file}.restoring`;
    copyFileSync(backup, pending);
    crash(file, pending);
    await expect(openSqliteEventStore({ file, readOnly: true })).rejects.toThrow(/is being restored/);
    expect(await numbersIn(file, false)).toEqual(upTo(5));
    const kept = filesBeside(file).filter((name) => /before-restore-\d+$/.test(name));
    expect(kept).toHaveLength(1);
    expect(await numbersIn(join(dirname(file), kept[0]!))).toEqual(upTo(7));
    expect(existsSync(pending)).toBe(false);
  });

  it('changes nothing when it was killed while it copied', async () => {
    const { file, backup } = await given();
    copyFileSync(backup, `${file}.restoring.partial`);
    truncateSync(`${file}.restoring.partial`, 4_096);
    expect(await numbersIn(file, false)).toEqual(upTo(7));
    const restore = await beginRestore({ file, backup });
    restore.install();
    restore.close();
    expect(await numbersIn(file, false)).toEqual(upTo(5));
  });

  it('never creates an empty store in the place of one that is being restored', async () => {
    const { file, backup } = await given();
    renameSync(file, `${file}.moved`);
    copyFileSync(backup, `${file}.restoring`);
    expect(await numbersIn(file, false)).toEqual(upTo(5));
  });
});
