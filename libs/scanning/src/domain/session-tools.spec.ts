import { specification } from '../../../kernel/test/specification';
import { evolve, model, notStarted, type Session } from './session';
import { beginSettlement } from './session-end';
import { recordOutcome, startTools } from './session-tools';
import type { SessionEvent } from './session-events';
import {
  at,
  planned,
  refund,
  summary,
  started,
  prepared,
  refined,
  completed,
  failed,
  running,
  outcome,
} from '../../test/session-stream';

describe('a session', () => {
  const session = specification<Session, SessionEvent>({ initial: notStarted, evolve });

  it('starts only planned tools without an outcome', () =>
    session
      .given([started, prepared, refined, completed('a', 3)])
      .when((state) => startTools(['a', 'b', 'stranger'], state, at(4)))
      .then([running('b', 1, 4)]));

  it('gives each start of a tool a new attempt, also after starts of an older release without a number', () => {
    session
      .given([started, prepared, refined, running('a', 1, 3), running('b', 2, 4)])
      .when((state) => startTools(['a', 'b'], state, at(5)))
      .then([running('a', 3, 5), running('b', 3, 6)]);
    session
      .given([started, prepared, refined, running('a', 0, 3)])
      .when((state) => startTools(['a'], state, at(5)))
      .then([running('a', 1, 5)]);
  });

  it('records only the first outcome of a tool', () => {
    session
      .given([started, prepared, refined, running('a', 1, 3)])
      .when((state) => recordOutcome(outcome('a'), 1, state, at(4)))
      .then([completed('a', 4)]);
    session
      .given([started, prepared, refined, running('a', 1, 3), failed('a', 4)])
      .when((state) => recordOutcome(outcome('a'), 1, state, at(5)))
      .then([]);
  });

  it('refuses an outcome of an earlier attempt, and of a tool that is not running', () => {
    session
      .given([started, prepared, refined, running('a', 1, 3), running('a', 2, 4)])
      .when((state) => recordOutcome(outcome('a'), 1, state, at(5)))
      .then([]);
    session
      .given([started, prepared, refined])
      .when((state) => recordOutcome(outcome('a'), 0, state, at(5)))
      .then([]);
  });

  it('refuses an outcome of a tool that is not in the plan', () =>
    session
      .given([started, prepared, refined])
      .when((state) => recordOutcome(outcome('stranger'), 1, state, at(4)))
      .then([]));

  it('refuses an outcome after its end', () =>
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

  it('repeats a long message for each tool within the size of one append', () => {
    const tools = Array.from({ length: 150 }, (_, index) => ({ ...planned.tools[0]!, id: `tool-${index}` }));
    const begun = model.evolve(model.initial, { type: 'ScanStarted', data: { ...planned, tools, at: at(0) } });
    const failure = { code: 'PREPARATION_FAILED', message: '\u0000'.repeat(1_000_000) };
    const settling = beginSettlement(failure, begun, at(1));
    expect(settling).toHaveLength(151);
    expect(Buffer.byteLength(JSON.stringify(settling))).toBeLessThan(1_048_576);
  });
});
