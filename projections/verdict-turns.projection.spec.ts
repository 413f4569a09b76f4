import type { AutomationFiringDeleted } from '@assay/automations';
import { projected } from '../libs/read-models/test/projected';
import { verdictGiven } from '../libs/notifications/test/verdicts';
import { verdictTurns } from './verdict-turns.projection';

describe('the read model of the turns of verdicts', () => {
  it('has the verdicts of each automation and branch in their order', () =>
    expect(
      projected(verdictTurns, [
        verdictGiven(1, 'pass'),
        verdictGiven(2, 'fail', { conditions: { branch: 'other', commit: null } }),
        verdictGiven(3, 'fail', { newFindings: { total: 5, failing: 2 }, failingFingerprints: [['a', 'b'], ['c']] }),
      ]),
    ).toEqual({
      '["aut_1","main"]': {
        turns: [
          { scanId: 'scn_1', verdict: 'pass', failing: 0, moreFailing: 0, at: '2026-11-02T10:00:01.000Z' },
          { scanId: 'scn_3', verdict: 'fail', failing: 2, moreFailing: 2, at: '2026-11-02T10:00:03.000Z' },
        ],
        lastFailing: ['a', 'b', 'c'],
      },
      '["aut_1","other"]': {
        turns: [{ scanId: 'scn_2', verdict: 'fail', failing: 0, moreFailing: 0, at: '2026-11-02T10:00:02.000Z' }],
        lastFailing: [],
      },
    }));

  it('has none of a branch any more once the automation is deleted', () => {
    const deleted = (data: object) =>
      ({ type: 'AutomationFiringDeleted', data: { automationId: 'aut_1', ...data } }) as AutomationFiringDeleted;
    const given = [verdictGiven(1, 'pass'), verdictGiven(2, 'fail', { conditions: { branch: null, commit: null } })];
    expect(Object.keys(projected(verdictTurns, [...given, deleted({ historyId: 'run_0' })]))).toHaveLength(2);
    const gone = [deleted({ judgedBranch: 'main' }), deleted({ judgedBranch: null })];
    expect(projected(verdictTurns, [...given, ...gone])).toEqual({});
  });

  it('keeps the newest hundred', () => {
    const history = Array.from({ length: 130 }, (_, n) => verdictGiven(n, 'pass'));
    const { turns } = projected(verdictTurns, history)['["aut_1","main"]']!;
    expect([turns.length, turns[0]!.scanId]).toEqual([100, 'scn_30']);
  });
});
