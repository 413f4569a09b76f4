import { microcredits } from '@assay/kernel';
import fc from 'fast-check';
import { specification } from '../../../kernel/test/specification';
import {
  abandon,
  beginSettlement,
  delayPreparation,
  end,
  evolve,
  model,
  notStarted,
  outcomeOf,
  recordOutcome,
  recordPreparation,
  refine,
  refundsDue,
  requestCancel,
  start,
  startTools,
  type Session,
} from './session';
import type { PlannedTool, ScanStarted, SessionEvent, SessionFailure, ToolResult } from './session-events';

const tool = (id: string): PlannedTool => ({ id, category: 'security', billing: 'security', engine: 'engine' });
const at = (millisecond: number) => new Date(Date.UTC(2026, 0, 1) + millisecond).toISOString();
const planned: Omit<ScanStarted['data'], 'at'> = {
  sessionId: 'ses_1',
  scanId: 'scn_1',
  organizationId: 'org_1',
  projectId: null,
  startedBy: 'key_1',
  target: { kind: 'directory', directory: '/src' },
  tools: ['a', 'b', 'c'].map(tool),
  namedTools: ['c'],
  aiFeatures: [],
  timeout: 1_000,
  maxConcurrent: 5,
};
const result: ToolResult = {
  engine: null,
  rules: 1,
  filesChecked: 1,
  unreadable: [],
  unreadableTotal: 0,
  truncated: false,
  topFindings: [],
};
const measured = { files: 1, bytes: 1, lines: 1, languages: {}, leftOut: [], leftOutTotal: 0 };
const refund = { refunded: microcredits(0), toolsRefunded: [], newBalance: microcredits(0) };
const summary = {
  totalFindings: 0,
  bySeverity: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
  byCategory: { security: 0, quality: 0, performance: 0, accessibility: 0, standards: 0 },
};

const started: SessionEvent = { type: 'ScanStarted', data: { ...planned, at: at(0) } };
const prepared: SessionEvent = { type: 'TargetPrepared', data: { ...measured, at: at(1) } };
const refined: SessionEvent = { type: 'PlanRefined', data: { removed: [], at: at(2) } };
const completed = (id: string, millisecond: number): SessionEvent => ({
  type: 'ToolCompleted',
  data: { tool: id, duration: 5, findingsCount: 0, result, at: at(millisecond) },
});
const failed = (id: string, millisecond: number): SessionEvent => ({
  type: 'ToolFailed',
  data: { tool: id, duration: 5, findingsCount: 0, reason: 'failed', message: 'broke', result, at: at(millisecond) },
});
const running = (id: string, attempt: number, millisecond: number): SessionEvent => ({
  type: 'ToolStarted',
  data: { tool: id, attempt, at: at(millisecond) },
});
const canceled = (millisecond: number): SessionEvent => ({
  type: 'ScanCancelRequested',
  data: { by: 'key_2', at: at(millisecond) },
});
const settling = (millisecond: number, failure: SessionFailure | null = null): SessionEvent => ({
  type: 'SettlementBegan',
  data: { failure, at: at(millisecond) },
});
const attemptAt = (id: string, { tools }: Session): number => {
  const state = tools.get(id);
  return state?.status === 'running' ? state.attempt : 0;
};
const outcome = (id: string) => ({ status: 'completed', tool: id, duration: 5, findingsCount: 0, result }) as const;

describe('a target that waits', () => {
  it('is recorded once for each reason, and not once it is prepared', () => {
    const session = model.initial;
    const begun = evolve(session, { type: 'ScanStarted', data: { ...planned, at: at(0) } });
    const [delayed] = delayPreparation('no room', begun, at(1));
    expect(delayed).toEqual({ type: 'PreparationDelayed', data: { reason: 'no room', at: at(1) } });
    const waiting = evolve(begun, delayed!);
    expect(delayPreparation('no room', waiting, at(2))).toEqual([]);
    const ready = evolve(waiting, { type: 'TargetPrepared', data: { ...measured, at: at(3) } });
    expect(delayPreparation('another', ready, at(4))).toEqual([]);
  });
});

describe('a session', () => {
  const session = specification<Session, SessionEvent>({ initial: notStarted, evolve });

  it('starts once', () => {
    session
      .given([])
      .when((state) => start(planned, state, at(0)))
      .then([started]);
    session
      .given([started])
      .when((state) => start(planned, state, at(9)))
      .then([]);
  });

  it('cannot start any more once it was abandoned', () =>
    session
      .given([{ type: 'ScanAbandoned', data: { reason: 'charged, but never started', at: at(0) } }])
      .when((state) => start(planned, state, at(9)))
      .then([]));

  it('is over and cannot start again once it was deleted, also to who knows nothing or only its beginning', () => {
    const deleted: SessionEvent = { type: 'SessionDeleted', data: { at: at(9) } };
    session
      .given([deleted])
      .when((state) => start(planned, state, at(10)))
      .then([]);
    session
      .given([started, running('a', 1, 2), deleted])
      .when((state) => recordOutcome(outcome('a'), 1, state, at(10)))
      .then([]);
    session
      .given([started, deleted])
      .when((state) => startTools(['a'], state, at(10)))
      .then([]);
  });

  it('cannot be abandoned once it has started', () =>
    session
      .given([started])
      .when((state) => abandon('late', state, at(9)))
      .then([]));

  it('is prepared once: a resume changes nothing', () => {
    session
      .given([started])
      .when((state) => recordPreparation(measured, state, at(1)))
      .then([prepared]);
    session
      .given([started, prepared])
      .when((state) => recordPreparation({ ...measured, files: 99 }, state, at(5)))
      .then([]);
  });

  it('loses tools with nothing to look at, but skips those that the client named', () =>
    session
      .given([started, prepared])
      .when((state) =>
        refine(
          [
            { tool: 'a', reason: 'no files', cause: 'nothing-to-do' },
            { tool: 'c', reason: 'no files', cause: 'nothing-to-do' },
          ],
          state,
          at(2),
        ),
      )
      .then([
        { type: 'PlanRefined', data: { removed: [{ tool: 'a', reason: 'no files' }], at: at(2) } },
        { type: 'ToolSkipped', data: { tool: 'c', reason: 'skipped', message: 'no files', at: at(3) } },
      ]));

  it.each(['not-installed', 'not-available'] as const)('skips a tool that is %s, and does not hide it', (cause) =>
    session
      .given([started, prepared])
      .when((state) => refine([{ tool: 'a', reason: 'not here', cause }], state, at(2)))
      .then([
        { type: 'PlanRefined', data: { removed: [], at: at(2) } },
        { type: 'ToolSkipped', data: { tool: 'a', reason: 'skipped', message: 'not here', at: at(3) } },
      ]),
  );

  it('skips a tool whose circuit breaker is open, even if it is named; one that opens later changes nothing', () => {
    const open = [{ tool: 'a', reason: 'circuit breaker open', cause: 'circuit-open' as const }];
    session
      .given([started, prepared])
      .when((state) => refine(open, state, at(2)))
      .then([
        refined,
        { type: 'ToolSkipped', data: { tool: 'a', reason: 'skipped', message: 'circuit breaker open', at: at(3) } },
      ]);
    session
      .given([started, prepared, refined])
      .when((state) => refine(open, state, at(5)))
      .then([]);
  });

  it('is refined once', () =>
    session
      .given([started, prepared, refined])
      .when((state) => refine([{ tool: 'a', reason: '', cause: 'nothing-to-do' }], state, at(5)))
      .then([]));

  it('skips what the worker lacks that goes on with it, and takes nothing out of its plan any more', () =>
    session
      .given([started, prepared, refined, running('a', 1, 3), completed('b', 4)])
      .when((state) =>
        refine(
          [
            { tool: 'a', reason: 'not here', cause: 'not-installed' },
            { tool: 'b', reason: 'not here', cause: 'not-installed' },
            { tool: 'c', reason: 'no files', cause: 'nothing-to-do' },
          ],
          state,
          at(5),
        ),
      )
      .then([{ type: 'ToolSkipped', data: { tool: 'a', reason: 'skipped', message: 'not here', at: at(5) } }]));

  it('starts only planned tools without an outcome', () =>
    session
      .given([started, prepared, refined, completed('a', 3)])
      .when((state) => startTools(['a', 'b', 'stranger'], state, at(4)))
      .then([running('b', 1, 4)]));

  it('starts a tool again in an attempt of its own, and counts on where attempts were not counted', () => {
    session
      .given([started, prepared, refined, running('a', 1, 3), running('b', 2, 4)])
      .when((state) => startTools(['a', 'b'], state, at(5)))
      .then([running('a', 3, 5), running('b', 3, 6)]);
    session
      .given([started, prepared, refined, running('a', 0, 3)])
      .when((state) => startTools(['a'], state, at(5)))
      .then([running('a', 1, 5)]);
  });

  it('takes one outcome of a tool: the first', () => {
    session
      .given([started, prepared, refined, running('a', 1, 3)])
      .when((state) => recordOutcome(outcome('a'), 1, state, at(4)))
      .then([completed('a', 4)]);
    session
      .given([started, prepared, refined, running('a', 1, 3), failed('a', 4)])
      .when((state) => recordOutcome(outcome('a'), 1, state, at(5)))
      .then([]);
  });

  it('takes no outcome from an attempt that another has taken over from, nor of a tool that is not running', () => {
    session
      .given([started, prepared, refined, running('a', 1, 3), running('a', 2, 4)])
      .when((state) => recordOutcome(outcome('a'), 1, state, at(5)))
      .then([]);
    session
      .given([started, prepared, refined])
      .when((state) => recordOutcome(outcome('a'), 0, state, at(5)))
      .then([]);
  });

  it('takes no outcome of a tool that is not in the plan', () =>
    session
      .given([started, prepared, refined])
      .when((state) => recordOutcome(outcome('stranger'), 1, state, at(4)))
      .then([]));

  it('takes no outcome after its end', () =>
    session
      .given([
        started,
        running('a', 1, 2),
        {
          type: 'ScanFailed',
          data: {
            error: { code: 'X', message: 'x' },
            summary: { ...summary, toolsRun: 0, toolsFailed: 0, toolsSkipped: 3 },
            refund,
            intelligence: null,
            at: at(3),
          },
        },
      ])
      .when((state) => recordOutcome(outcome('a'), 1, state, at(4)))
      .then([]));

  it('repeats a long message for each tool in what one append takes', () => {
    const tools = Array.from({ length: 150 }, (_, index) => ({ ...planned.tools[0]!, id: `tool-${index}` }));
    const begun = model.evolve(model.initial, { type: 'ScanStarted', data: { ...planned, tools, at: at(0) } });
    const failure = { code: 'PREPARATION_FAILED', message: '\u0000'.repeat(20_000) };
    const settling = beginSettlement(failure, begun, at(1));
    expect(settling).toHaveLength(151);
    expect(Buffer.byteLength(JSON.stringify(settling))).toBeLessThan(1_048_576);
  });

  it('gives every unfinished tool an end when it begins to settle', () =>
    session
      .given([started, prepared, refined, completed('a', 3), canceled(4)])
      .when((state) => beginSettlement(undefined, state, at(3)))
      .then([
        {
          type: 'ToolSkipped',
          data: { tool: 'b', reason: 'canceled', message: 'canceled before it finished', at: at(5) },
        },
        {
          type: 'ToolSkipped',
          data: { tool: 'c', reason: 'canceled', message: 'canceled before it finished', at: at(6) },
        },
        { type: 'SettlementBegan', data: { failure: null, at: at(7) } },
      ]));

  it('begins to settle once: what it failed of stays, whatever a resumed settlement believes', () =>
    session
      .given([started, settling(3, { code: 'TARGET_TOO_LARGE', message: 'too large' })])
      .when((state) => beginSettlement(undefined, state, at(4)))
      .then([]));

  it('takes neither an outcome nor a wish to cancel once it settles: the refund is decided on what there was', () => {
    session
      .given([started, prepared, refined, running('a', 1, 2), settling(3)])
      .when((state) => recordOutcome(outcome('a'), 1, state, at(4)))
      .then([]);
    session
      .given([started, prepared, refined, settling(3)])
      .when((state) => requestCancel('key_2', state, at(4)))
      .then([]);
  });

  it('is canceled once, and not after its end', () => {
    session
      .given([started])
      .when((state) => requestCancel('key_2', state, at(1)))
      .then([{ type: 'ScanCancelRequested', data: { by: 'key_2', at: at(1) } }]);
    session
      .given([started, { type: 'ScanCancelRequested', data: { by: 'key_2', at: at(1) } }])
      .when((state) => requestCancel('key_3', state, at(2)))
      .then([]);
  });

  it('completes when every tool completed', () =>
    session
      .given([started, prepared, refined, ...['a', 'b', 'c'].map((id, index) => completed(id, 3 + index))])
      .when((state) => end({ summary, refund, intelligence: null }, state, at(9)))
      .then([
        {
          type: 'ScanCompleted',
          data: {
            status: 'completed',
            summary: { ...summary, toolsRun: 3, toolsFailed: 0, toolsSkipped: 0 },
            refund,
            intelligence: null,
            at: at(9),
          },
        },
      ]));

  it('counts what its tools found and did not keep', () => {
    const notKept = { critical: 2, high: 0, medium: 0, low: 40, info: 0 };
    const cut = (id: string, millisecond: number): SessionEvent => ({
      type: 'ToolCompleted',
      data: { tool: id, duration: 5, findingsCount: 50, result: { ...result, notKept }, at: at(millisecond) },
    });
    const kept = {
      totalFindings: 1,
      bySeverity: { ...summary.bySeverity, critical: 1 },
      byCategory: { ...summary.byCategory, security: 1 },
    };
    session
      .given([started, prepared, refined, cut('a', 3), cut('b', 4), completed('c', 5)])
      .when((state) => end({ summary: kept, refund, intelligence: null }, state, at(9)))
      .then([
        {
          type: 'ScanCompleted',
          data: {
            status: 'completed',
            summary: {
              totalFindings: 85,
              bySeverity: { ...summary.bySeverity, critical: 5, low: 80 },
              byCategory: { ...summary.byCategory, security: 85 },
              toolsRun: 3,
              toolsFailed: 0,
              toolsSkipped: 0,
            },
            refund,
            intelligence: null,
            at: at(9),
          },
        },
      ]);
  });

  it('ends once', () =>
    session
      .given([
        started,
        {
          type: 'ScanCompleted',
          data: {
            status: 'completed',
            summary: { ...summary, toolsRun: 3, toolsFailed: 0, toolsSkipped: 0 },
            refund,
            intelligence: null,
            at: at(3),
          },
        },
      ])
      .when((state) => end({ summary, refund, intelligence: null }, state, at(9)))
      .then([]));

  it('is partial when a tool failed, failed when all did, and canceled when somebody wanted that', () => {
    const after = (...events: SessionEvent[]) => [started, prepared, refined, ...events].reduce(evolve, notStarted);
    expect(outcomeOf(after(completed('a', 3), completed('b', 4), failed('c', 5)))).toEqual({ kind: 'partial' });
    expect(outcomeOf(after(failed('a', 3), failed('b', 4), failed('c', 5)))).toMatchObject({
      kind: 'failed',
      error: { code: 'ALL_TOOLS_FAILED' },
    });
    expect(outcomeOf(after(completed('a', 3), canceled(4), settling(5, { code: 'X', message: 'x' })))).toEqual({
      kind: 'canceled',
    });
    expect(outcomeOf(after(settling(5, { code: 'X', message: 'x' })))).toEqual({
      kind: 'failed',
      error: { code: 'X', message: 'x' },
    });
  });

  it('refunds what failed or was skipped, with the reason, and nothing else', () => {
    const state = [
      started,
      prepared,
      refined,
      completed('a', 3),
      failed('b', 4),
      { type: 'ToolSkipped', data: { tool: 'c', reason: 'canceled', message: '', at: at(5) } } as SessionEvent,
    ].reduce(evolve, notStarted);
    expect(refundsDue(state)).toEqual({
      tools: [
        { tool: 'b', reason: 'failed' },
        { tool: 'c', reason: 'canceled' },
      ],
      rest: undefined,
    });
  });

  it('returns everything when nothing was delivered, and says why', () => {
    const all = { removed: ['a', 'b', 'c'].map((id) => ({ tool: id, reason: 'no files' })), at: at(2) };
    const without = (...events: SessionEvent[]) =>
      refundsDue([started, prepared, ...events].reduce(evolve, notStarted)).rest;
    expect(without({ type: 'PlanRefined', data: all })).toBe('not-applicable');
    expect(without(refined, ...['a', 'b', 'c'].map((id) => failed(id, 3)))).toBe('failed');
    expect(without(refined, canceled(3))).toBe('canceled');
    expect(without(refined, settling(3))).toBe('skipped');
    expect(without(refined, settling(3, { code: 'X', message: 'x' }))).toBe('failed');
  });

  it('returns the share of a tool that left the plan as not applicable, also where no lines were charged', () =>
    expect(
      refundsDue(
        [
          started,
          prepared,
          { type: 'PlanRefined', data: { removed: [{ tool: 'a', reason: 'no files' }], at: at(2) } } as SessionEvent,
          completed('b', 3),
          completed('c', 4),
        ].reduce(evolve, notStarted),
      ).tools,
    ).toEqual([{ tool: 'a', reason: 'not-applicable' }]));

  it('keeps its times strictly increasing, whatever the clock does', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom('prepare', 'refine', 'start', 'record', 'fail', 'cancel', 'settle', 'end'),
            fc.constantFrom('a', 'b', 'c'),
            fc.nat(10),
          ),
          { maxLength: 40 },
        ),
        (steps) => {
          let state = model.evolve(notStarted, started);
          const times = [started.data.at];
          for (const [step, id, clock] of steps) {
            const now = at(clock);
            const events = {
              prepare: () => recordPreparation(measured, state, now),
              refine: () => refine([{ tool: id, reason: '', cause: 'nothing-to-do' }], state, now),
              start: () => startTools(['a', 'b', 'c'], state, now),
              record: () => recordOutcome(outcome(id), attemptAt(id, state), state, now),
              fail: () =>
                recordOutcome(
                  { ...outcome(id), status: 'failed', reason: 'timed-out', message: '' },
                  attemptAt(id, state),
                  state,
                  now,
                ),
              cancel: () => requestCancel('key', state, now),
              settle: () => beginSettlement(undefined, state, now),
              end: () => end({ summary, refund, intelligence: null }, state, now),
            }[step]();
            state = events.reduce(model.evolve, state);
            times.push(...events.map(({ data }) => data.at));
          }
          return times.every((time, index) => index === 0 || time > times[index - 1]!);
        },
      ),
    ));
});
