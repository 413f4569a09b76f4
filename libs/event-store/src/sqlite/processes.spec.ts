import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collect, eventsOf, happened, numberOf, numbersOf, until, upTo } from '../../test/events';
import { temporaryFile } from '../../test/temporary-file';
import { EventStoreLocked, EventStoreUnavailable, InvalidStoreRequest } from '../errors';
import { openSqliteEventStore } from './sqlite-event-store';

const SCRIPT = join(__dirname, '../../test/appending-process.ts');
const LOADER = join(__dirname, '../../../../test/support/compile-typescript.cjs');

/** A process that appends to the file; resolves when it has acknowledged so many appends. */
async function appendingProcess(
  file: string,
  appends: number,
): Promise<{ child: ChildProcess; acknowledged: () => string[] }> {
  const child = spawn(process.execPath, ['-r', LOADER, SCRIPT, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const lines = () => output.split('\n').slice(0, -1);
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the appending process ended by itself with ${code}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (lines().length >= appends) resolve();
    });
  });
  return { child, acknowledged: lines };
}

async function kill(child: ChildProcess): Promise<void> {
  expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: null, signal: null });
  child.kill('SIGKILL');
  await once(child, 'close');
}

describe('one file and several processes', () => {
  it('keeps every acknowledged event when its process is killed, and takes appends again', async () => {
    const file = temporaryFile();
    for (const appends of [200, 50]) {
      const { child, acknowledged } = await appendingProcess(file, appends);
      await kill(child);
      const store = await openSqliteEventStore({ file });
      const stored = new Set(
        (await collect(store.readAll())).map(({ stream, revision, position }) => `${stream} ${revision} ${position}`),
      );
      expect(acknowledged().length).toBeGreaterThanOrEqual(appends);
      expect(acknowledged().filter((line) => !stored.has(line))).toEqual([]);
      const revisions = (await collect(store.readStream('writer-a'))).map(({ revision }) => revision);
      expect(revisions).toEqual(upTo(revisions.length));
      await expect(
        store.append('writer-a', [happened(0)], { expectedRevision: revisions.length - 1 }),
      ).resolves.toMatchObject({ repeated: false });
      await store.close();
    }
  });

  it('has one writing process, until that ends in whatever way', async () => {
    const file = temporaryFile();
    const { child } = await appendingProcess(file, 1);
    await expect(openSqliteEventStore({ file })).rejects.toThrow(EventStoreLocked);
    await kill(child);
    await (await openSqliteEventStore({ file })).close();
  });

  it('has one writing store in a process as well, by whatever path it is named', async () => {
    const file = temporaryFile();
    const store = await openSqliteEventStore({ file });
    const link = join(dirname(temporaryFile()), 'link.db');
    symlinkSync(file, link);
    for (const name of [file, link, join(dirname(file), '.', 'x', '..', 'events.db')])
      await expect(openSqliteEventStore({ file: name })).rejects.toThrow(/in use by another process/);
    await store.append('s', [happened(0)]);
    await store.close();
    await (await openSqliteEventStore({ file: link })).close();
  });

  it('lets others look on while one writes, who see what comes', async () => {
    const file = temporaryFile();
    const { child } = await appendingProcess(file, 20);
    const auditor = await openSqliteEventStore({ file, readOnly: true });
    const head = await auditor.head();
    expect(head).toBeGreaterThanOrEqual(20);
    const live = await until(auditor.subscribeToAll({ after: head }), (_message, events) => events.length >= 20);
    expect(eventsOf(live)[0]!.position).toBe(head + 1);
    await kill(child);
    expect((await collect(auditor.readAll())).length).toBeGreaterThanOrEqual(40);
    await auditor.close();
  });

  it('can be looked at when nobody writes, after a kill and after a clean end', async () => {
    const file = temporaryFile();
    const { child, acknowledged } = await appendingProcess(file, 10);
    await kill(child);
    for (const end of ['killed', 'closed']) {
      const auditor = await openSqliteEventStore({ file, readOnly: true });
      expect({ end, enough: (await collect(auditor.readAll())).length >= acknowledged().length }).toEqual({
        end,
        enough: true,
      });
      await auditor.close();
      await (await openSqliteEventStore({ file })).close();
    }
  });

  it('does not let who looks on write or create', async () => {
    const file = temporaryFile();
    for (const absent of [file, join(file, 'in', 'no', 'folder.db')])
      await expect(openSqliteEventStore({ file: absent, readOnly: true })).rejects.toThrow(
        `${absent} does not exist: start the service once to create it, or name another file`,
      );
    expect(existsSync(file)).toBe(false);
    await (await openSqliteEventStore({ file })).close();
    const auditor = await openSqliteEventStore({ file, readOnly: true });
    await expect(auditor.append('s', [happened(0)])).rejects.toThrow(InvalidStoreRequest);
    await expect(auditor.deleteStream('s')).rejects.toThrow(/for reading only/);
    await auditor.close();
    await expect(auditor.head()).rejects.toThrow(EventStoreUnavailable);
  });

  it('is one whole file after a clean end', async () => {
    const file = temporaryFile();
    const store = await openSqliteEventStore({ file });
    const appends = upTo(50).map((n) => store.append('s', [happened(n)]));
    await store.close();
    await Promise.all(appends);
    expect(readdirSync(dirname(file)).sort()).toEqual(['events.db', 'events.db.lock']);
    expect(statSync(file).size).toBeGreaterThan(8_192);
    const reopened = await openSqliteEventStore({ file });
    expect(await numbersOf(reopened.readStream('s'))).toEqual(upTo(50));
    const [last] = await collect(reopened.readAll({ direction: 'backwards', limit: 1 }));
    expect(numberOf(last!)).toBe(49);
    await reopened.close();
  });

  it('stamps events with the clock that it is given', async () => {
    const store = await openSqliteEventStore({
      file: temporaryFile(),
      clock: { now: () => new Date('2026-02-03T04:05:06.789Z') },
    });
    await store.append('s', [happened(0)]);
    expect(await collect(store.readStream('s'))).toEqual([
      expect.objectContaining({ recordedAt: '2026-02-03T04:05:06.789Z' }),
    ]);
    await store.close();
  });
});
