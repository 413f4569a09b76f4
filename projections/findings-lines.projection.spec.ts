import { compared, lineDeleted, sighting, total } from '../libs/findings/test/compared';
import { projected } from '../libs/read-models/test/projected';
import { findingsLines } from './findings-lines.projection';

describe('the read model of lines', () => {
  const begins = (key: string) => ({ kind: 'new' as const, key, now: sighting(key) });
  const history = [
    compared(1, [begins('a'), begins('b')], { last: false }),
    compared(1, [begins('c')], { totals: [total(3)] }),
  ];
  const began = { tool: 'lint', category: 'security', severity: 'medium' };

  it('has how many findings a line has, and how many of them began with the scan that changed something last', () => {
    expect(projected(findingsLines, history)).toEqual({
      lin_1: {
        organizationId: 'org_1',
        projectId: 'prj_1',
        totals: [total(3)],
        changedBy: 'scn_1',
        changedAt: 1,
        began: [{ ...began, kind: 'new', count: 3 }],
      },
    });
    const changes = [
      { kind: 'gone' as const, key: 'a', severity: 'medium' as const },
      { kind: 'reopened' as const, key: 'd', now: sighting('d') },
    ];
    const totals = [total(3), total(1, { state: 'gone' })];
    expect(projected(findingsLines, [...history, compared(2, changes, { totals })])).toMatchObject({
      lin_1: { totals, changedBy: 'scn_2', changedAt: 2, began: [{ ...began, kind: 'reopened', count: 1 }] },
    });
  });

  it('keeps the totals of the scan before until all of a scan is said, and has none where no fact says them', () => {
    expect(projected(findingsLines, [...history, compared(2, [begins('d')], { last: false })])).toMatchObject({
      lin_1: { totals: [total(3)] },
    });
    expect(projected(findingsLines, [compared(1, [begins('a')])])).toMatchObject({ lin_1: { totals: null } });
  });

  it('forgets the lines that are deleted', () =>
    expect(projected(findingsLines, [...history, lineDeleted()])).toEqual({}));
});
