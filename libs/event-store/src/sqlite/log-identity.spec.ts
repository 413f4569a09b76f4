import { copyFileSync } from 'node:fs';
import { openDatabase } from '@assay/sqlite';
import { happened } from '../../test/events';
import { restoredLogs } from '../../test/restored-logs';
import { temporaryFile } from '../../test/temporary-file';
import { openSqliteEventStore } from './sqlite-event-store';

/** A copy of a file as made by hand: with the writer's WAL folded in. */
function copied(file: string, copy: string): void {
  const database = openDatabase(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  copyFileSync(file, copy);
}

describe('a log in a SQLite file', () => {
  restoredLogs(async () => {
    const [file, copy] = [temporaryFile(), temporaryFile('backup.db')];
    return {
      store: await openSqliteEventStore({ file }),
      backup: async () => {
        copied(file, copy);
        return async () => {
          copyFileSync(copy, file);
          return openSqliteEventStore({ file });
        };
      },
    };
  });

  it('is another one in another file', async () => {
    const [one, other] = await Promise.all(
      [temporaryFile(), temporaryFile()].map((file) => openSqliteEventStore({ file })),
    );
    const mark = await one!.mark();
    expect([mark.position, await one!.holds(mark.text), await other!.holds(mark.text)]).toEqual([0, true, false]);
    await Promise.all([one!.close(), other!.close()]);
  });

  it('gets an identity when a file of an earlier version is opened, keeps it, and loses no event', async () => {
    const file = temporaryFile();
    const first = await openSqliteEventStore({ file });
    await first.append('s', [happened(0)]);
    await first.close();
    const earlier = openDatabase(file);
    earlier.exec('DROP TABLE log');
    earlier.close();
    const looking = await openSqliteEventStore({ file, readOnly: true });
    expect(await looking.head()).toBe(1);
    await looking.close();
    const second = await openSqliteEventStore({ file });
    const mark = await second.mark();
    expect([mark.position, await second.holds(mark.text)]).toEqual([1, true]);
    await second.close();
    const third = await openSqliteEventStore({ file });
    expect(await third.holds(mark.text)).toBe(true);
    await third.close();
  });
});
