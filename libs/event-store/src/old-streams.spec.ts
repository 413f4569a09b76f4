import { type EventStore, LOG_START, type LogPosition, openSqliteEventStore } from '.';
import { temporaryFile } from '../test/temporary-file';
import { OldStreams } from './old-streams';

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T10:00:00.000Z`;

describe('old streams', () => {
  let events: EventStore;
  /** After which positions the log was read. */
  let reads: LogPosition[];
  let old: OldStreams<{ type: 'Told'; data: { at: string } }>;

  beforeEach(async () => {
    events = await openSqliteEventStore({ file: temporaryFile() });
    reads = [];
    const readAll = events.readAll.bind(events);
    jest.spyOn(events, 'readAll').mockImplementation((options) => {
      reads.push(options?.after ?? LOG_START);
      return readAll(options);
    });
    old = new OldStreams(events, { prefix: 'told-', memory: { stream: 'forgotten', type: 'Forgotten' } });
  });
  afterEach(() => events.close());

  const tell = (name: string, at: string) => events.append(name, [{ type: 'Told', data: { at } }]);
  async function left(): Promise<string[]> {
    const streams: string[] = [];
    for (const name of ['told-1', 'told-2', 'told-3'])
      for await (const { stream } of events.readStream(name)) streams.push(stream);
    return streams;
  }

  it('are forgotten when they are old enough, and the log is read no sooner', async () => {
    for (const number of [1, 2, 3]) await tell(`told-${number}`, day(number));
    expect(await old.forget(day(2))).toBe(false);
    expect(await left()).toEqual(['told-2', 'told-3']);
    const before = reads.length;
    for (let hour = 0; hour < 24; hour += 1) await old.forget(day(2));
    expect(reads.length - before).toBe(0);
    await old.forget(day(4));
    expect(await left()).toEqual([]);
  });

  it('of which there are none have the rest of the log read once', async () => {
    for (let number = 0; number < 5; number += 1) await tell('other', day(1));
    const head = await events.head();
    await old.forget(day(9));
    await old.forget(day(10));
    expect(reads).toEqual([0, head]);
    await tell('told-1', day(10));
    await old.forget(day(11));
    expect(await left()).toEqual([]);
  });
});
