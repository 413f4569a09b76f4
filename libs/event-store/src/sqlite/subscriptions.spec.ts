import { happened, numberOf, upTo } from '../../test/events';
import { temporaryFile } from '../../test/temporary-file';
import { openSqliteEventStore } from './sqlite-event-store';

describe('a subscription to a SQLite store', () => {
  it('does not say that it caught up to a consumer that was overtaken', async () => {
    const store = await openSqliteEventStore({ file: temporaryFile() });
    await store.append('s', [happened(0)]);
    const seen: (number | 'caught-up')[] = [];
    for await (const message of store.subscribeToAll()) {
      seen.push(message.kind === 'event' ? numberOf(message.event) : message.kind);
      if (message.kind === 'caught-up') break;
      if (seen.length < 5) await store.append('s', [happened(seen.length)]);
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 'caught-up']);
    await store.close();
  });

  it('lets other work have its turn between two pages', async () => {
    const store = await openSqliteEventStore({ file: temporaryFile() });
    await store.append(
      's',
      upTo(2_000).map((n) => happened(n)),
    );
    let turns = 0;
    let reading = true;
    const other = () => {
      turns += 1;
      if (reading) setImmediate(other);
    };
    setImmediate(other);
    const turnsAt: number[] = [];
    for await (const event of store.readAll()) if (numberOf(event) % 256 === 0) turnsAt.push(turns);
    reading = false;
    expect(turnsAt).toHaveLength(8);
    expect(new Set(turnsAt).size).toBeGreaterThanOrEqual(7);
    await store.close();
  });
});
