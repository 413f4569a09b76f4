import { compared, lineDeleted, sighting, total } from '../libs/findings/test/compared';
import { projected } from '../libs/read-models/test/projected';
import { lineMonths } from './line-months.projection';

describe('the read model of months', () => {
  const NONE = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  const begins = (key: string) => ({ kind: 'new' as const, key, now: sighting(key) });
  const evening = '2026-11-01T22:00:00.000Z';
  const history = [
    compared(1, [begins('a'), begins('b')], { totals: [total(2)] }),
    compared(2, [{ kind: 'gone', key: 'a', severity: 'medium' }, begins('c')], {
      at: evening,
      totals: [total(2), total(1, { state: 'gone' })],
    }),
    compared(3, [{ kind: 'reopened', key: 'a', now: sighting('a', { severity: 'high' }) }], {
      at: '2026-12-05T10:00:00.000Z',
    }),
  ];

  it('has what the scans of each day changed, and what was open after the last of them', () =>
    expect(projected(lineMonths, history)).toEqual({
      'lin_1/2026-11': {
        lineId: 'lin_1',
        month: '2026-11',
        days: {
          '01': {
            position: 2,
            new: { ...NONE, medium: 3 },
            gone: { ...NONE, medium: 1 },
            reopened: NONE,
            open: { ...NONE, medium: 2 },
          },
        },
      },
      'lin_1/2026-12': {
        lineId: 'lin_1',
        month: '2026-12',
        days: { '05': { position: 3, new: NONE, gone: NONE, reopened: { ...NONE, high: 1 }, open: null } },
      },
    }));

  it('forgets the months that are deleted', () =>
    expect(Object.keys(projected(lineMonths, [...history, lineDeleted({ months: ['2026-11'] })]))).toEqual([
      'lin_1/2026-12',
    ]));

  it('counts nothing of what is suppressed', () => {
    const hidden = { ...sighting('x'), suppressed: true as const };
    const quiet = compared(1, [
      { kind: 'suppressed', key: 'x', now: hidden },
      { kind: 'gone', key: 'y', severity: 'high', suppressed: true },
    ]);
    expect(projected(lineMonths, [quiet])['lin_1/2026-11']!.days['01']).toMatchObject({
      new: NONE,
      gone: NONE,
      reopened: NONE,
    });
  });
});
