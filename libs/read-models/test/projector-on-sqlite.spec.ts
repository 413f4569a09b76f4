import { type EventStore, type RecordedEvent, openSqliteEventStore } from '@assay/event-store';
import { Projector, ReactorRunner, type ReadModelStore, openSqliteReadModelStore } from '../src';
import { accounts, closed, deposited, totals, transferred } from './account-projections';
import { temporaryDirectory } from './temporary-directory';

describe('projections and reactors over the SQLite stores', () => {
  const directory = temporaryDirectory();
  let events: EventStore;
  let store: ReadModelStore;

  const open = async () => {
    events = await openSqliteEventStore({ file: directory.file('events.db'), brief: true });
    store = await openSqliteReadModelStore({ file: directory.file('read-models.db') });
    const projector = new Projector({ events, store, projections: [accounts, totals], batchSize: 50 });
    await projector.start();
    return projector;
  };
  const close = async (projector: Projector) => {
    await projector.stop();
    await Promise.all([events.close(), store.close()]);
  };
  afterAll(() => directory.remove());

  it('shows a writer its own write, survives a reopening, and rebuilds the same while events come in', async () => {
    const first = await open();
    for (let n = 0; n < 20; n += 1) {
      const { position } = await events.append(`account-${n % 3}`, [
        deposited(n),
        transferred(`account-${n % 3}`, 'pool', 1),
      ]);
      await first.waitFor(position);
      expect((await first.collection(accounts).get('pool'))?.document.balance).toBe(n + 1);
    }
    await close(first);

    const second = await open();
    const appended = Promise.all(
      Array.from({ length: 30 }, (_, n) => events.append(`account-${n % 5}`, n === 29 ? [closed] : [deposited(n)])),
    );
    await second.rebuild('accounts');
    await second.waitFor(Math.max(...(await appended).map(({ position }) => position)));
    const live = await second.collection(accounts).find();
    await second.rebuild('accounts');
    expect(await second.collection(accounts).find()).toEqual(live);
    expect(await second.collection(totals).find()).toHaveLength(2);
    await close(second);
  });

  it('reacts once to each event over two runs', async () => {
    const reacted: string[] = [];
    for (const round of [1, 2]) {
      const projector = await open();
      const { position } = await events.append(`round-${round}`, [deposited(round)]);
      let arrived!: () => void;
      const arrival = new Promise<void>((resolve) => (arrived = resolve));
      const react = async (event: RecordedEvent) => {
        reacted.push(event.id);
        if (event.position === position) arrived();
      };
      const runner = new ReactorRunner({
        events,
        store,
        reactors: [{ name: 'audit', handles: { Deposited: true }, react }],
      });
      await runner.start();
      await arrival;
      await runner.stop();
      await close(projector);
    }
    expect(new Set(reacted).size).toBe(reacted.length);
    expect(reacted.length).toBeGreaterThanOrEqual(2);
  });
});
