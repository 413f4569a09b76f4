import { type EventStore, MAX_APPEND_BYTES, openSqliteEventStore } from '@assay/event-store';
import { systemClock } from '@assay/kernel';
import { createHash } from 'node:crypto';
import { temporaryFile } from '../../event-store/test/temporary-file';
import { type AppendFault, FailingEventStore, FaultPlan } from '../../scanning/test/failing-event-store';
import { GiveVerdict, type VerdictEvent, type VerdictGiven, newFindingIds, verdictStream } from '../src';
import { GiveVerdictHandler } from '../src/commands/give-verdict/give-verdict';
import { queryBusOf } from '../../platform/test/buses';

const idOf = (number: number): string => `fnd_0199aaaa-bbbb-7ccc-8ddd-${String(number).padStart(12, '0')}`;
const freshOf = (numbers: readonly number[]) =>
  numbers.map((number) => ({
    findingId: idOf(number),
    key: idOf(number),
    severity: 'high',
    file: 'a.js',
    line: 1,
    reopened: false,
    tools: ['lint'],
    fingerprints: [String(number)],
    status: 'open',
  }));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

const judgedWith = (numbers: readonly number[]) => ({
  sessionId: 'ses_1',
  scanId: 'scn_1',
  organizationId: 'org_1',
  projectId: null,
  at: '2026-11-05T10:00:00.000Z',
  outcome: 'completed',
  error: null,
  branch: 'main',
  commit: null,
  missingTools: [],
  excused: [],
  notKept: [],
  unseen: [],
  comparison: { fresh: freshOf(numbers), gone: 0, unchanged: 0, notObserved: 0, suppressed: 0 },
  baseline: { scanId: 'scn_0', at: '', commit: null, tools: ['lint'], missingTools: [] },
  mergeBase: null,
});

describe('the new findings that a verdict rests on', () => {
  let events: EventStore;
  beforeEach(async () => {
    events = await openSqliteEventStore({ file: temporaryFile(), brief: true });
  });
  afterEach(() => events.close());

  const give = (numbers: readonly number[] | undefined, store: EventStore = events): Promise<void> => {
    const judged = numbers && judgedWith(numbers);
    const queries = queryBusOf(() => Promise.resolve(judged));
    const terms = { automationId: 'aut_1', historyId: 'run_1', failOn: 'high', targetBranch: null } as const;
    return new GiveVerdictHandler(store, systemClock, queries).execute(new GiveVerdict({ sessionId: 'ses_1', terms }));
  };
  const recorded = async () => {
    const all: VerdictEvent[] = [];
    for await (const event of events.readStream<VerdictEvent>(verdictStream('ses_1'))) all.push(event);
    return all;
  };
  const given = async (): Promise<VerdictGiven['data']> => {
    const verdicts = (await recorded()).filter(({ type }) => type === 'VerdictGiven');
    expect(verdicts).toHaveLength(1);
    return verdicts[0]!.data as VerdictGiven['data'];
  };

  it('are in the verdict itself where they are few, with their digest', async () => {
    await give([2, 1]);
    const verdict = await given();
    expect(await recorded()).toHaveLength(1);
    const digest = createHash('sha256')
      .update(`${idOf(1)}\n${idOf(2)}\n`)
      .digest('hex');
    expect(verdict.newFindings).toEqual({ ids: [idOf(2), idOf(1)], total: 2, failing: 2, digest: `sha256:${digest}` });
    expect(await newFindingIds(verdict, events)).toEqual({ ids: [idOf(2), idOf(1)], agrees: true });
  });

  it('are all named before it where they are many, and none is another', async () => {
    const numbers = upTo(12_345).toReversed();
    await give(numbers);
    expect((await recorded()).map(({ type }) => type)).toEqual([
      ...upTo(3).map(() => 'NewFindingsNamed'),
      'VerdictGiven',
    ]);
    const verdict = await given();
    expect(await newFindingIds(verdict, events)).toEqual({ ids: numbers.map(idOf), agrees: true });
    const changed = { ...verdict, newFindings: { ...verdict.newFindings, total: 12_344 } };
    expect(await newFindingIds(changed, events)).toMatchObject({ agrees: false });
    const another = { ...verdict, newFindings: { ...verdict.newFindings, digest: 'sha256:00' } };
    expect(await newFindingIds(another, events)).toEqual({ ids: [], agrees: false });
  });

  it('are those that it names, where an earlier release gave it', async () => {
    const newFindings = { ids: [idOf(1)], total: 700, failing: 0 };
    expect(await newFindingIds({ sessionId: 'ses_1', newFindings }, events)).toEqual({
      ids: [idOf(1)],
      agrees: undefined,
    });
  });

  it.each(['crash-before', 'crash-after'] as const)(
    'are whole wherever a process dies (%s), also where something was decided meanwhile',
    async (fault: AppendFault) => {
      const [before, after] = [upTo(12_000), upTo(11_000).toReversed()];
      for (let append = 1; append <= 4; append += 1) {
        await events.close();
        events = await openSqliteEventStore({ file: temporaryFile(), brief: true });
        const dying = new FailingEventStore(events, new FaultPlan(new Map([[append, fault]])));
        await expect(give(before, dying)).rejects.toThrow();
        // It dies again with the other list, and the next one sees the first again.
        const again = new FailingEventStore(events, new FaultPlan(new Map([[2, fault]])));
        await give(after, again).catch(() => undefined);
        await give(before);
        await give(after);
        const verdict = await given();
        const { ids, agrees } = await newFindingIds(verdict, events);
        expect({ count: ids.length, agrees }).toEqual({ count: verdict.newFindings.total, agrees: true });
      }
    },
  );

  it('go with their session, also where no verdict came after them', async () => {
    const dying = new FailingEventStore(events, new FaultPlan(new Map([[3, 'crash-before']])));
    await expect(give(upTo(12_000), dying)).rejects.toThrow();
    expect(await recorded()).toHaveLength(2);
    await give(undefined);
    expect(await recorded()).toMatchObject([{ type: 'VerdictDeleted', data: { scanId: 'scn_1' } }]);
    await give(upTo(3));
    expect(await recorded()).toHaveLength(1);
  });

  it('fit into appends however many there are', async () => {
    const sizes: number[] = [];
    const append = events.append.bind(events);
    jest.spyOn(events, 'append').mockImplementation((stream, facts, options) => {
      sizes.push(Buffer.byteLength(JSON.stringify(facts)));
      return append(stream, facts, options);
    });
    await give(upTo(600_000));
    expect(sizes).toHaveLength(121);
    expect(Math.max(...sizes)).toBeLessThan(MAX_APPEND_BYTES / 4);
    const { ids, agrees } = await newFindingIds(await given(), events);
    expect({ count: ids.length, agrees }).toEqual({ count: 600_000, agrees: true });
  }, 120_000);
});
