import fc from 'fast-check';
import { specification } from '../../../kernel/test/specification';
import { evolve, model, notStarted, recordPreparation, requestCancel, type Session } from './session';
import { beginSettlement, end, outcomeOf, refundsDue } from './session-end';
import { recordOutcome, refine, startTools } from './session-tools';
import type { SessionEvent } from './session-events';
import {
  at,
  result,
  measured,
  refund,
  summary,
  started,
  prepared,
  refined,
  completed,
  failed,
  running,
  canceled,
  settling,
  attemptAt,
  outcome,
} from '../../test/session-stream';

describe('a session', () => {
  const session = specification<Session, SessionEvent>({ initial: notStarted, evolve });

  it('gives every unfinished tool an outcome when it begins to settle', () =>
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

  it('says of each tool that a budget was too small, not that something failed', () =>
    session
      .given([started, prepared, refined, completed('a', 3), completed('b', 3)])
      .when((state) => beginSettlement({ code: 'BUDGET_EXCEEDED', message: 'too dear' }, state, at(3)))
      .then([
        {
          type: 'ToolSkipped',
          data: {
            tool: 'c',
            reason: 'skipped',
            message: 'did not run: the session would cost more than its budget, and whatever was charged is returned',
            at: at(4),
          },
        },
        { type: 'SettlementBegan', data: { failure: { code: 'BUDGET_EXCEEDED', message: 'too dear' }, at: at(5) } },
      ]));

  it('begins to settle once, and keeps the first failure if a resumed settlement reports another one', () =>
    session
      .given([started, settling(3, { code: 'TARGET_TOO_LARGE', message: 'too large' })])
      .when((state) => beginSettlement(undefined, state, at(4)))
      .then([]));

  it('refuses outcomes and requests to cancel while it settles, because its refund is already decided', () => {
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

  it('counts the findings of its tools that were not kept', () => {
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

  it('ends partial without an excused tool, which is refunded, and fails where nothing else worked', () => {
    const excused = (tool: string, second: number): SessionEvent => ({
      type: 'ToolSkipped',
      data: { tool, reason: 'skipped', message: 'no database', excused: true, at: at(second) },
    });
    const after = (...events: readonly SessionEvent[]) =>
      [started, prepared, refined, ...events].reduce(evolve, notStarted);
    const without = after(completed('a', 3), completed('b', 4), excused('c', 5));
    expect(outcomeOf(without)).toEqual({ kind: 'partial' });
    expect(refundsDue(without)).toEqual({ tools: [{ tool: 'c', reason: 'skipped' }], rest: undefined });
    expect(outcomeOf(after(excused('a', 3), excused('b', 4), excused('c', 5)))).toEqual({ kind: 'partial' });
    expect(outcomeOf(after(excused('a', 3), excused('b', 4), failed('c', 5)))).toMatchObject({ kind: 'failed' });
  });

  it.each([
    ['excuses', 'a', { cause: 'no-database' as const }, { excused: true }],
    ['misses, as it was named,', 'c', { cause: 'no-database' as const }, {}],
    ['misses, as nothing excuses it,', 'a', {}, {}],
  ])('%s a tool that its engine skips', (_, tool, cause, expected) =>
    session
      .given([started, prepared, refined, running(tool, 1, 3)])
      .when((state) =>
        recordOutcome({ status: 'skipped', tool, reason: 'skipped', message: 'of rpm', ...cause }, 1, state, at(4)),
      )
      .then([{ type: 'ToolSkipped', data: { tool, reason: 'skipped', message: 'of rpm', ...expected, at: at(4) } }]),
  );

  it('ends partial if a tool failed, failed if all tools failed, and canceled if that was requested', () => {
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

  it('refunds only tools that failed or were skipped, with the reason', () => {
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

  it('refunds everything if no tool completed, with the reason', () => {
    const all = { removed: ['a', 'b', 'c'].map((id) => ({ tool: id, reason: 'no files' })), at: at(2) };
    const without = (...events: SessionEvent[]) =>
      refundsDue([started, prepared, ...events].reduce(evolve, notStarted)).rest;
    expect(without({ type: 'PlanRefined', data: all })).toBe('not-applicable');
    expect(without(refined, ...['a', 'b', 'c'].map((id) => failed(id, 3)))).toBe('failed');
    expect(without(refined, canceled(3))).toBe('canceled');
    expect(without(refined, settling(3))).toBe('skipped');
    expect(without(refined, settling(3, { code: 'X', message: 'x' }))).toBe('failed');
  });

  it('refunds a tool that left the plan as not applicable, even if no lines were charged', () =>
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

  it('keeps its times strictly increasing for any clock', () =>
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
