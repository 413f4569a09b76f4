import { compared, lineDeleted, sighting } from '../libs/findings/test/compared';
import { projected } from '../libs/read-models/test/projected';
import { lineFindings } from './line-findings.projection';

describe('the read model of the findings of lines', () => {
  const first = compared(1, [
    { kind: 'new', key: 'a', now: sighting('a') },
    { kind: 'new', key: 'b', now: sighting('b') },
  ]);
  const gone = compared(3, [{ kind: 'gone', key: 'a', severity: 'medium' }]);

  it('has one document a finding, with the scan that saw it first', () =>
    expect(projected(lineFindings, [first])).toMatchObject({
      'lin_1/a': {
        projectId: 'prj_1',
        findingId: 'a',
        kind: expect.any(String),
        severityRank: 2,
        state: 'open',
        began: 'new',
        since: 1,
        firstSeen: { scanId: 'scn_1', position: 1, at: '2026-11-01T10:00:00.000Z' },
        goneAt: null,
        seen: [{ from: 1, to: null }],
      },
      'lin_1/b': { findingId: 'b' },
    }));

  it('says when one was gone, and that it came back', () => {
    const before = projected(lineFindings, [first, gone])['lin_1/a'];
    expect(before).toMatchObject({ state: 'gone', since: 3, goneAt: '2026-11-03T10:00:00.000Z' });
    const back = compared(5, [{ kind: 'reopened', key: 'a', now: sighting('a5', { severity: 'high' }) }]);
    expect(projected(lineFindings, [first, gone, back])['lin_1/a']).toMatchObject({
      findingId: 'a5',
      severity: 'high',
      state: 'open',
      began: 'reopened',
      since: 5,
      firstSeen: { scanId: 'scn_1' },
      goneAt: null,
      reopened: 1,
      reopenedBy: ['scn_5'],
      seen: [
        { from: 1, to: 3 },
        { from: 5, to: null },
      ],
    });
  });

  it('counts one that was not observed for a while as there all the time', () => {
    const unseen = compared(2, [{ kind: 'not_observed', key: 'a' }]);
    const again = compared(3, [{ kind: 'observed', key: 'a', from: 'medium', now: sighting('a3') }]);
    expect(projected(lineFindings, [first, unseen])['lin_1/a']).toMatchObject({ state: 'not_observed', goneAt: null });
    expect(projected(lineFindings, [first, unseen, again])['lin_1/a']).toMatchObject({
      state: 'open',
      began: 'new',
      since: 1,
      reopened: 0,
      seen: [
        { from: 1, to: 2 },
        { from: 3, to: null },
      ],
    });
  });

  it('shows one that changed as it was seen last', () => {
    const moved = sighting('a2', { file: 'src/b.js' });
    const changed = compared(2, [{ kind: 'changed', key: 'a', from: 'medium', now: moved }]);
    expect(projected(lineFindings, [first, changed])['lin_1/a']).toMatchObject({
      findingId: 'a2',
      file: 'src/b.js',
      since: 1,
      seen: [{ from: 1, to: null }],
    });
  });

  it('keeps the latest stretches of one that comes and goes, and counts how often it came back', () => {
    const flapping = Array.from({ length: 50 }, (_, index) => [
      compared(2 + 2 * index, [{ kind: 'gone' as const, key: 'a', severity: 'medium' as const }]),
      compared(3 + 2 * index, [{ kind: 'reopened' as const, key: 'a', now: sighting('a') }]),
    ]).flat();
    const document = projected(lineFindings, [first, ...flapping])['lin_1/a']!;
    expect([document.reopened, document.reopenedBy.length, document.seen.length]).toEqual([50, 20, 20]);
    expect(document.seen.at(-1)).toEqual({ from: 101, to: null });
  });

  it('forgets those that are deleted', () =>
    expect(Object.keys(projected(lineFindings, [first, gone, lineDeleted({ keys: ['a'] })]))).toEqual(['lin_1/b']));

  it('has one that is suppressed as there, and neither new nor gone', () => {
    const hidden = { ...sighting('a'), suppressed: true as const };
    const suppressed = compared(2, [{ kind: 'suppressed', key: 'a', now: hidden }]);
    const counting = compared(3, [{ kind: 'observed', key: 'a', from: 'medium', now: sighting('a3') }]);
    const seen = [{ from: 1, to: null }];
    const state = { state: 'suppressed', suppressed: true, since: 1, goneAt: null, seen };
    expect(projected(lineFindings, [first, suppressed])['lin_1/a']).toMatchObject(state);
    const again = projected(lineFindings, [first, suppressed, counting])['lin_1/a'];
    expect(again).toMatchObject({ state: 'open', findingId: 'a3', since: 1, reopened: 0, seen });
    expect(again).not.toHaveProperty('suppressed');
    const begun = compared(4, [{ kind: 'suppressed', key: 'z', now: hidden }]);
    expect(projected(lineFindings, [begun])['lin_1/z']).toMatchObject({
      state: 'suppressed',
      suppressed: true,
      firstSeen: { scanId: 'scn_4' },
    });
    const first5 = compared(5, [{ kind: 'new', key: 'z', now: sighting('z5') }]);
    const counted = projected(lineFindings, [begun, first5])['lin_1/z'];
    expect(counted).toMatchObject({ state: 'open', began: 'new', since: 5, countsSince: 'scn_5', findingId: 'z5' });
    expect(counted).toMatchObject({ firstSeen: { scanId: 'scn_4' }, seen: [{ from: 4, to: null }] });
    expect(counted).not.toHaveProperty('suppressed');
    const over = compared(5, [{ kind: 'gone', key: 'a', severity: 'medium', suppressed: true }]);
    expect(projected(lineFindings, [first, suppressed, over])['lin_1/a']).not.toHaveProperty('suppressed');
  });
});
