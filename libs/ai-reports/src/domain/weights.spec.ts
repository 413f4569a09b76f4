import { effortOf, effortText, healthScore, riskLevel, riskScore, weightOf } from './weights';

const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };

describe('the formulas of AI reports', () => {
  it.each([
    [0, 0],
    [12, 4],
    [40, 14],
    [160, 40],
    [240, 50],
    [24_000, 99],
    [24_000_000, 99],
  ])('score a weight of %d with a risk of %d', (weight, score) => expect(riskScore(weight)).toBe(score));

  it('weigh a finding in a test a quarter of one in own code', () =>
    expect([weightOf('high', 'own'), weightOf('high', 'test'), weightOf('info', 'own')]).toEqual([40, 10, 0]));

  it.each([
    [{ ...none, critical: 1 }, 0, 'critical'],
    [{ ...none, high: 1 }, 0, 'high'],
    [none, 50, 'high'],
    [none, 10, 'elevated'],
    [none, 9, 'healthy'],
  ] as const)('call %j with a score of %d %s', (own, score, level) => expect(riskLevel(score, own)).toBe(level));

  it('score a file without findings 100, and never below 0', () =>
    expect([healthScore(0), healthScore(80), healthScore(1e9)]).toEqual([100, 50, 0]));

  it('count a quarter for each further place, and 16 hours at most', () =>
    expect([
      effortOf('security', 1, false),
      effortOf('security', 5, false),
      effortOf('standards', 2, false),
      effortOf('security', 3, true),
      effortOf('quality', 10_000, false),
    ]).toEqual([60, 120, 13, 8, 960]));

  it.each([
    [0, '0 min'],
    [1, '5 min'],
    [59, '60 min'],
    [60, '1 h'],
    [61, '1 h 30 min'],
    [479, '8 h'],
    [480, '1 day'],
    [481, '1 day 1 h'],
    [2_000, '4 days 2 h'],
  ])('write %d minutes as %s', (minutes, text) => expect(effortText(minutes)).toBe(text));
});
