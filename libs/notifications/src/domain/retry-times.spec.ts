import { nextAttempt } from './retry-times';

const now = '2026-11-01T10:00:00.000Z';
const after = (given: Partial<Parameters<typeof nextAttempt>[0]>) => {
  const next = nextAttempt({ failed: 1, requestedAt: now, now, random: 0, ...given });
  return next === undefined ? undefined : Date.parse(next) - Date.parse(now);
};

describe('the time of the next attempt', () => {
  it('is up to half earlier at random', () => {
    expect([0, 0.5, 1].map((random) => after({ failed: 3, random }))).toEqual([45_000, 33_750, 22_500]);
  });

  it('is never earlier than the receiver asks for, and nonsense asks for nothing', () => {
    expect(after({ asked: 60_000, random: 1 })).toBe(60_000);
    expect(after({ asked: -5 })).toBe(5_000);
  });

  it('never comes once three days are over, nor after 40 attempts', () => {
    const requestedAt = '2026-10-29T10:00:04.000Z';
    expect(after({ requestedAt })).toBeUndefined();
    expect(after({ requestedAt, random: 1 })).toBe(2_500);
    expect(after({ failed: 40 })).toBeUndefined();
  });
});
