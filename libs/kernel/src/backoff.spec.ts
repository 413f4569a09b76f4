import { Backoff } from './backoff';
import { pause } from './pause';

describe('the delays after failures in a row', () => {
  it.each([
    [1, 100],
    [2, 200],
    [3, 400],
    [6, 3_200],
    [7, 5_000],
    [1_000, 5_000],
  ])('after number %i it is at most %i ms, and at least half of that', (failures, most) => {
    for (let n = 0; n < 50; n += 1) {
      const backoff = new Backoff({ initialDelayMs: 100, maxDelayMs: 5_000 });
      for (let before = 1; before < failures; before += 1) backoff.next();
      const delay = backoff.next();
      expect(delay).toBeLessThanOrEqual(most);
      expect(delay).toBeGreaterThanOrEqual(most / 2);
    }
  });

  it('begin anew after a success', () => {
    const backoff = new Backoff({ initialDelayMs: 100, maxDelayMs: 5_000 });
    for (let failures = 1; failures <= 5; failures += 1) backoff.next();
    expect(backoff.failures).toBe(5);
    backoff.reset();
    expect(backoff.next()).toBeLessThanOrEqual(100);
  });

  it('end at once with their signal, before or while they last', async () => {
    await expect(pause(1_000_000, AbortSignal.abort())).resolves.toBeUndefined();
    const abort = new AbortController();
    const paused = new Backoff({ initialDelayMs: 1_000_000, maxDelayMs: 1_000_000 }).wait(abort.signal);
    abort.abort();
    await expect(paused).resolves.toBeUndefined();
  });
});
