import { copyFileSync } from 'node:fs';
import { openEventStoreDb } from '@assay/event-store';
import { openDatabase } from '@assay/sqlite';
import { startStandIn } from '../../../test/support/eventstoredb/server';
import { caughtUp, collect, happened, newStream, until } from './events';
import { restoredLogs } from './restored-logs';
import { temporaryFile } from './temporary-file';

/** A stand-in on a file, and its client; both end when the client does. */
async function served(file: string) {
  const server = await startStandIn({ file });
  const store = await openEventStoreDb({ url: server.url, deadlineMs: 30_000 });
  const close = store.close.bind(store);
  return Object.assign(store, { close: () => close().then(() => server.close()) });
}

describe('a log on EventStoreDB', () => {
  restoredLogs(async () => {
    const [file, copy] = [temporaryFile(), temporaryFile('backup.db')];
    return {
      store: await served(file),
      backup: async () => {
        const database = openDatabase(file);
        database.pragma('wal_checkpoint(TRUNCATE)');
        database.close();
        copyFileSync(file, copy);
        return () => served(copy);
      },
    };
  });

  it('keeps its identity where no reader of the log meets it', async () => {
    const store = await served(temporaryFile());
    const { text, position } = await store.mark();
    expect([position, await store.holds(text)]).toEqual([0, true]);
    expect(await collect(store.readAll())).toEqual([]);
    expect(await collect(store.readAll({ direction: 'backwards' }))).toEqual([]);
    const { position: first } = await store.append(newStream(), [happened(0)]);
    const messages = await until(store.subscribeToAll(), caughtUp);
    expect(messages.flatMap((message) => (message.kind === 'event' ? [message.event.position] : []))).toEqual([first]);
    await store.close();
  });
});
