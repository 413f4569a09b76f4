import { type EventStore, EventStoreUnavailable, type RecordedEvent, openSqliteEventStore } from '@assay/event-store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompareFindings,
  CompareFindingsHandler,
  DeleteFindingsLine,
  DeleteFindingsLineHandler,
  type FindingsLineEvent,
  findingsStream,
  lineStream,
} from '../src';
import { finding, recorded } from './recorded';

const LINE = { lineId: 'lin_1', organizationId: 'org_1', projectId: 'prj_1', branch: null };
const STREAM = lineStream('lin_1');
/** More than fit into one event. */
const MANY = 1_700;

const scan = (number: number) => ({
  ...LINE,
  sessionId: `ses_${number}`,
  scanId: `scn_${number}`,
  scanPosition: number,
  at: `2026-11-0${number}T10:00:00.000Z`,
  paths: '',
});
const compare = (number: number) =>
  new CompareFindings({ scan: scan(number), looked: () => ({ at: () => 'examined', isGone: () => false }) });

describe('comparing the findings of scans', () => {
  let folder: string;
  let events: EventStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-compare-'));
    events = await openSqliteEventStore({ file: join(folder, 'events.db'), brief: true });
    await found(1, [1, 2]);
    await found(2, [1, 2]);
    await found(
      3,
      Array.from({ length: MANY }, (_, index) => index + 2),
    );
  });
  afterEach(async () => {
    await events.close();
    await rm(folder, { recursive: true });
  });

  const found = async (number: number, defects: readonly number[]) => {
    const all = defects.map((defect) =>
      finding(`fnd_${number}_${defect}`, {
        fingerprint: `${defect}`,
        group: `${defect}`,
        line: defect,
        snippet: { startLine: 1, highlightLine: 1, lines: [`eval(the.value.number${defect})`] },
      }),
    );
    for (let at = 0; at < all.length; at += 500)
      await events.append(findingsStream(`ses_${number}`), [recorded('lint', ...all.slice(at, at + 500))]);
  };

  /** The store of a process that dies at its n-th append: before it is made, or after it. */
  const dyingAt = (append: number, when: 'before' | 'after'): EventStore => {
    let appends = 0;
    return new Proxy(events, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        if (name !== 'append') return member.bind(target);
        return async (...parameters: unknown[]) => {
          appends += 1;
          if (appends > append || (appends === append && when === 'before')) throw new EventStoreUnavailable('dead');
          const result: unknown = await member.apply(target, parameters);
          if (appends === append) throw new EventStoreUnavailable('dead');
          return result;
        };
      },
    });
  };

  const line = async (): Promise<RecordedEvent<FindingsLineEvent>[]> => {
    const all: RecordedEvent<FindingsLineEvent>[] = [];
    for await (const event of events.readStream<FindingsLineEvent>(STREAM)) all.push(event);
    return all;
  };
  /** The totals in the last fact of each scan. */
  const totals = async () =>
    (await line()).flatMap(({ type, data }) => (type === 'FindingsCompared' && data.last ? [data.totals] : []));
  const changes = async () =>
    (await line()).flatMap(({ type, data }) =>
      type === 'FindingsCompared' ? data.changes.map(({ kind, key }) => `${data.scanPosition} ${kind} ${key}`) : [],
    );
  const expected = [
    '1 new fnd_1_1',
    '1 new fnd_1_2',
    '3 gone fnd_1_1',
    ...Array.from({ length: MANY - 1 }, (_, index) => `3 new fnd_3_${index + 3}`),
  ];

  it('records what changed, in events of bounded size, and nothing of a scan that found the same', async () => {
    const handler = new CompareFindingsHandler(events);
    for (const number of [1, 2, 3]) await handler.execute(compare(number));
    expect(await changes()).toEqual(expected);
    const facts = await line();
    expect(facts.length).toBeGreaterThan(2);
    for (const { data } of facts) expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(300_000);
  });

  it('says how many findings the line has after each scan that changed something', async () => {
    const handler = new CompareFindingsHandler(events);
    for (const number of [1, 2, 3]) await handler.execute(compare(number));
    const known = { tool: 'lint', category: 'security', severity: 'medium' };
    expect(await totals()).toEqual([
      [{ ...known, state: 'open', count: 2 }],
      [
        { ...known, state: 'gone', count: 1 },
        { ...known, state: 'open', count: MANY },
      ],
    ]);
  });

  it('changes nothing where it is asked again, or late', async () => {
    const handler = new CompareFindingsHandler(events);
    for (const number of [1, 2, 1, 3, 2, 1, 3]) await handler.execute(compare(number));
    expect(await changes()).toEqual(expected);
  });

  it.each([1, 2, 3, 4].flatMap((append) => [[append, 'before'] as const, [append, 'after'] as const]))(
    'records each change once, though the process dies at append %i, %s it',
    async (append, when) => {
      const dying = new CompareFindingsHandler(dyingAt(append, when));
      const again = new CompareFindingsHandler(events);
      for (const number of [1, 2, 3]) {
        await dying.execute(compare(number)).catch(() => again.execute(compare(number)));
      }
      expect(await changes()).toEqual(expected);
      const [, last] = await totals();
      expect(last?.map(({ state, count }) => [state, count])).toEqual([
        ['gone', 1],
        ['open', MANY],
      ]);
    },
  );

  it('records each change once, though several processes do the same at once', async () => {
    for (const number of [1, 2, 3])
      await Promise.all([1, 2, 3].map(() => new CompareFindingsHandler(events).execute(compare(number))));
    expect(await changes()).toEqual(expected);
  });

  it('is over for a line that is deleted, of which the last fact alone is left', async () => {
    const handler = new CompareFindingsHandler(events);
    for (const number of [1, 3]) await handler.execute(compare(number));
    const keys = (await changes()).map((change) => change.split(' ')[2]);
    const named: string[] = [];
    const sightings = new Set<string>();
    const note = async () => {
      for (const { type, data } of await line()) {
        if (type !== 'FindingsLineDeleted') continue;
        named.push(...data.keys);
        for (const sighting of data.sightings ?? []) sightings.add(sighting);
      }
    };
    const remove = new DeleteFindingsLine({ lineId: 'lin_1' });
    await expect(new DeleteFindingsLineHandler(dyingAt(1, 'after')).execute(remove)).rejects.toThrow('dead');
    await note();
    await new DeleteFindingsLineHandler(events).execute(remove);
    await note();
    expect(new Set(named)).toEqual(new Set(keys));
    expect(sightings.size).toBe(MANY + 1);
    await handler.execute(compare(3));
    await new DeleteFindingsLineHandler(events).execute(remove);
    expect((await line()).map(({ type }) => type)).toEqual(['FindingsLineDeleted']);
  });

  it('is over for a line that was deleted before anything was compared', async () => {
    await new DeleteFindingsLineHandler(events).execute(new DeleteFindingsLine({ lineId: 'lin_1' }));
    await new CompareFindingsHandler(events).execute(compare(1));
    expect((await line()).map(({ type }) => type)).toEqual(['FindingsLineDeleted']);
  });
});
