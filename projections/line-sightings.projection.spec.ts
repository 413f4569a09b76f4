import { compared, lineDeleted, sighting } from '../libs/findings/test/compared';
import { projected } from '../libs/read-models/test/projected';
import { lineSightings } from './line-sightings.projection';

describe('the read model of sightings', () => {
  const seenAs = (fingerprint: string) => sighting('f', { seenBy: [{ tool: 'lint', rule: 'no-eval', fingerprint }] });
  const history = [
    compared(1, [{ kind: 'new', key: 'a', now: seenAs('f1') }]),
    compared(2, [{ kind: 'changed', key: 'a', from: 'medium', now: seenAs('f2') }]),
    compared(3, [{ kind: 'new', key: 'b', now: seenAs('f1') }]),
  ];

  it('leads from a fingerprint to the findings that had it, each from which scan on', () =>
    expect(projected(lineSightings, history)).toEqual({
      'lin_1/lint/f1': {
        owners: [
          { key: 'a', from: 1 },
          { key: 'b', from: 3 },
        ],
      },
      'lin_1/lint/f2': { owners: [{ key: 'a', from: 2 }] },
    }));

  it('says the same of a finding that keeps its fingerprint once', () => {
    const again = compared(4, [{ kind: 'reopened', key: 'b', now: seenAs('f1') }]);
    expect(projected(lineSightings, [...history, again])).toEqual(projected(lineSightings, history));
  });

  it('forgets those that are deleted', () =>
    expect(
      Object.keys(projected(lineSightings, [...history, lineDeleted({ keys: ['a', 'b'], sightings: ['lint/f1'] })])),
    ).toEqual(['lin_1/lint/f2']));
});
