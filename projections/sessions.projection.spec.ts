import { projected } from '../libs/read-models/test/projected';
import {
  at,
  broken,
  canceled,
  completed,
  deleted,
  ended,
  failed,
  prepared,
  refined,
  running,
  started,
  summary,
} from '../libs/scanning/test/session-facts';
import { sessions } from './sessions.projection';

const sessionAfter = (...history: Parameters<typeof projected<object, typeof started>>[1]) =>
  projected(sessions, history)['ses_1'];

describe('the read model of sessions', () => {
  it('has a session from its start, with a report that waits for each planned tool', () =>
    expect(sessionAfter(started)).toMatchObject({
      sessionId: 'ses_1',
      userId: 'key_1',
      status: 'initializing',
      active: true,
      createdAt: at(0),
      lastUpdated: at(0),
      revision: 0,
      files: null,
      toolReports: { a: { status: 'pending', completedAt: null }, b: { status: 'pending' } },
    }));

  it('says why its target waits, until it waits no longer', () => {
    const delayed = {
      stream: started.stream,
      type: 'PreparationDelayed',
      data: { reason: 'no room', at: at(1) },
    } as const;
    expect(sessionAfter(started, delayed)).toMatchObject({ status: 'initializing', waitsFor: 'no room' });
    expect(
      sessionAfter(started, delayed, { ...prepared, data: { ...prepared.data, at: at(2) } as never }),
    ).toMatchObject({
      waitsFor: null,
      files: 3,
    });
  });

  it('follows the target and the tools, and leaves out what left the plan', () => {
    const session = sessionAfter(started, prepared, refined('b'), running('a', 3), completed('a', 4));
    expect(session).toMatchObject({ status: 'running', files: 3, lines: 30, lastUpdated: at(4), revision: 4 });
    expect(session!.toolReports).toEqual({
      a: expect.objectContaining({ status: 'completed', duration: 500, findingsCount: 2, completedAt: at(4) }),
    });
  });

  it('says of a tool that failed why it did', () =>
    expect(sessionAfter(started, refined(), failed('a', 3))!.toolReports).toMatchObject({
      a: { status: 'failed', result: { reason: 'it broke', rules: 3 } },
    }));

  it.each([
    ['partial', ended('partial', 9), { status: 'partial', canceled: false, error: null }],
    ['canceled', canceled(9), { status: 'partial', canceled: true, error: null }],
    ['failed', broken(9), { status: 'failed', canceled: false, error: { code: 'ALL_TOOLS_FAILED' } }],
  ])('is over when it ended %s', (_, end, expected) =>
    expect(sessionAfter(started, refined(), end)).toMatchObject({
      ...expected,
      active: false,
      completedAt: at(9),
      summary,
    }),
  );

  it('passes a fact of a newer release over, and keeps its times', () => {
    const before = sessionAfter(started, prepared);
    const unknown = { ...started, type: 'WrittenTomorrow', data: { tomorrow: [1] }, revision: 9 } as never;
    expect(sessions.apply(before as never, unknown, 'ses_1')).toBe(before);
  });

  it('has no session that was deleted, nor one of which the log holds no start any more', () => {
    expect(sessionAfter(started, ended('completed', 9), deleted)).toBeUndefined();
    expect(sessionAfter(completed('a', 4))).toBeUndefined();
  });

  it('says what the target suppresses, and at its end what of that covers nothing', () => {
    const declared = [{ place: 'a.js:1', names: 'lint' }];
    const suppressions = { declared, notHonoured: [{ place: 'a.js:9', reason: 'no reason' }], notHonouredTotal: 3 };
    const staged = { ...prepared, data: { ...prepared.data, suppressions } } as typeof prepared;
    const said = { honoured: 1, notHonoured: { total: 3, first: [{ place: 'a.js:9', reason: 'no reason' }] } };
    expect(sessionAfter(started, staged)).toMatchObject({
      suppressions: { ...said, unused: { total: 0, first: [] } },
    });
    const unusedSuppressions = { total: 1, first: declared };
    const end = ended('completed', 9);
    const over = { ...end, data: { ...end.data, unusedSuppressions } } as typeof end;
    expect(sessionAfter(started, staged, over)).toMatchObject({
      suppressions: { ...said, unused: unusedSuppressions },
    });
    expect(sessionAfter(started, prepared, end)).not.toHaveProperty('suppressions');
  });
});
