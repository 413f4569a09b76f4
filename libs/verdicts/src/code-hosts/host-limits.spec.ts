import { HostLimits } from './host-limits';

const NOW = new Date('2026-11-05T10:00:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe('the limits of code hosts', () => {
  it('hold for one token of one host, for as long as it says, a minute where it does not, and an hour at most', () => {
    const limits = new HostLimits();
    limits.limited('https://a', 'one', NOW, 5_000);
    limits.limited('https://a', 'two', NOW);
    limits.limited('https://b', 'one', NOW, 86_400_000);
    expect(limits.waitFor('https://a', 'one', later(4_000))).toBe(1_000);
    expect(limits.waitFor('https://a', 'one', later(5_000))).toBeUndefined();
    expect(limits.waitFor('https://a', 'two', NOW)).toBe(60_000);
    expect(limits.waitFor('https://b', 'one', NOW)).toBe(3_600_000);
    expect(limits.waitFor('https://b', 'two', NOW)).toBeUndefined();
  });

  it('are not shortened by an answer that comes later, and the oldest of too many is forgotten', () => {
    const limits = new HostLimits();
    limits.limited('https://a', 'one', NOW, 5_000);
    limits.limited('https://a', 'one', NOW, 1_000);
    expect(limits.waitFor('https://a', 'one', NOW)).toBe(5_000);
    for (let token = 0; token < 1_000; token += 1) limits.limited('https://a', `t${token}`, NOW, 5_000);
    expect(limits.waitFor('https://a', 'one', NOW)).toBeUndefined();
    expect(limits.waitFor('https://a', 't999', NOW)).toBe(5_000);
  });
});
