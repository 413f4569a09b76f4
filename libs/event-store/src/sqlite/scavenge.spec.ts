import { readFileSync, statSync } from 'node:fs';
import type { EventStore } from '../event-store';
import { collect, happened, numbered, upTo } from '../../test/events';
import { temporaryFile } from '../../test/temporary-file';
import { scavengeEventStore } from './scavenge';
import { openSqliteEventStore } from './sqlite-event-store';

const text = (word: string) => `${word} `.repeat(2_000);
const words = async (events: EventStore) =>
  (await collect(events.readAll())).map(({ data }) => (data as { text?: string }).text?.slice(0, 4) ?? 'none');

/** Three streams: one deleted, one truncated, one whole; the newest event of the log is a deleted one. */
async function written() {
  const file = temporaryFile();
  const store = await openSqliteEventStore({ file });
  const deleted = [numbered(0), { ...numbered(1), type: 'Secret', data: { text: text('gone') } }];
  await store.append('whole-1', [{ type: 'Happened', data: { text: text('kept') } }]);
  await store.append('cut-1', [{ type: 'Happened', data: { text: text('past') } }, happened(1)]);
  await store.setStreamMetadata('cut-1', { truncateBefore: 1 });
  const { position } = await store.append('deleted-1', deleted);
  await store.deleteStream('deleted-1');
  const mark = await store.mark();
  await store.close();
  return { file, deleted, position, mark };
}

describe('scavenging', () => {
  it('takes what was deleted and truncated off the disk, and nothing else', async () => {
    const { file } = await written();
    expect(readFileSync(file).includes('gone gone')).toBe(true);
    const { events, bytesBefore, bytesAfter } = scavengeEventStore(file);
    expect(events).toBe(3);
    expect(bytesAfter).toBeLessThan(bytesBefore);
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    const content = readFileSync(file);
    expect(['gone gone', 'past past', 'kept kept'].map((word) => content.includes(word))).toEqual([false, false, true]);
    const store = await openSqliteEventStore({ file });
    expect(await words(store)).toEqual(['kept', 'none']);
    expect((await collect(store.readAll({ filter: { types: ['Secret'] } }))).length).toBe(0);
    expect((await collect(store.readAll({ filter: { streamPrefixes: ['deleted-'] } }))).length).toBe(0);
    await store.close();
    expect(scavengeEventStore(file).events).toBe(0);
  });

  it('keeps revisions, positions, ids and the identity of the log', async () => {
    const { file, deleted, position, mark } = await written();
    scavengeEventStore(file);
    const store = await openSqliteEventStore({ file });
    expect([await store.head(), await store.holds(mark.text)]).toEqual([position, true]);
    expect(await store.append('deleted-1', deleted)).toEqual({ revision: 1, position, repeated: true });
    expect(await store.append('deleted-1', [happened(2)], { expectedRevision: 'no-stream' })).toMatchObject({
      revision: 2,
      position: position + 1,
    });
    await store.setStreamMetadata('cut-1', {});
    expect((await collect(store.readStream('cut-1'))).map(({ revision }) => revision)).toEqual([1]);
    await store.close();
  });

  it('is refused while a process writes to the store', async () => {
    const { file } = await written();
    const store = await openSqliteEventStore({ file });
    expect(() => scavengeEventStore(file)).toThrow(/is in use by another process/);
    await store.close();
  });

  it('that was given up between two streams leaves a whole store, and is done by the next run', async () => {
    const file = temporaryFile();
    const store = await openSqliteEventStore({ file });
    for (const n of upTo(5)) {
      await store.append(`s-${n}`, [happened(n)]);
      await store.deleteStream(`s-${n}`);
    }
    await store.close();
    let looks = 0;
    const signal = {
      throwIfAborted() {
        if ((looks += 1) > 3) throw new Error('given up');
      },
    } as AbortSignal;
    expect(() => scavengeEventStore(file, signal)).toThrow('given up');
    const between = await openSqliteEventStore({ file });
    expect(await collect(between.readAll())).toHaveLength(2);
    await between.close();
    expect(scavengeEventStore(file).events).toBe(2);
  });
});
