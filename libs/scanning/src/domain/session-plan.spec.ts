import { specification } from '../../../kernel/test/specification';
import {
  abandon,
  delayPreparation,
  evolve,
  model,
  notStarted,
  recordPreparation,
  start,
  type Session,
} from './session';
import { recordOutcome, refine, startTools } from './session-tools';
import type { SessionEvent } from './session-events';
import {
  at,
  planned,
  measured,
  started,
  prepared,
  refined,
  completed,
  running,
  outcome,
} from '../../test/session-stream';

describe('a target that waits', () => {
  it('is recorded once for each reason, and no longer after its preparation', () => {
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

  it('cannot start after it was abandoned', () =>
    session
      .given([{ type: 'ScanAbandoned', data: { reason: 'charged, but never started', at: at(0) } }])
      .when((state) => start(planned, state, at(9)))
      .then([]));

  it('has ended and cannot start again after its deletion, even if earlier events of it are missing', () => {
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

  it('cannot be abandoned after its start', () =>
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

  it.each(['no-database', 'no-program'] as const)('skips a tool for %s, and misses it only if it is named', (cause) =>
    session
      .given([started, prepared])
      .when((state) =>
        refine(
          [
            { tool: 'a', reason: 'not here', cause },
            { tool: 'c', reason: 'not here', cause },
          ],
          state,
          at(2),
        ),
      )
      .then([
        { type: 'PlanRefined', data: { removed: [], at: at(2) } },
        {
          type: 'ToolSkipped',
          data: { tool: 'a', reason: 'skipped', message: 'not here', excused: true, at: at(3) },
        },
        { type: 'ToolSkipped', data: { tool: 'c', reason: 'skipped', message: 'not here', at: at(4) } },
      ]),
  );

  it('misses a tool that another worker begins to lack a database for', () =>
    session
      .given([started, prepared, refined, running('a', 1, 3)])
      .when((state) => refine([{ tool: 'a', reason: 'no database', cause: 'no-database' }], state, at(4)))
      .then([{ type: 'ToolSkipped', data: { tool: 'a', reason: 'skipped', message: 'no database', at: at(4) } }]));

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

  it('skips tools that the worker which continues it lacks, and keeps them in its plan', () =>
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
});
