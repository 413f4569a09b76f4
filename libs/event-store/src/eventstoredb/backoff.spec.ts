import { pause } from '@assay/kernel';
import { delayAfter } from './backoff';

describe('the delay after a failure', () => {
  const backoff = { initialDelayMs: 100, maxDelayMs: 5_000 };

  it.each([[1, 100], [2, 200], [3, 400], [6, 3_200], [7, 5_000], [1_000, 5_000]])('number %i is at most %i ms, and at least half of that', (failures, most) => {
    for (let n = 0; n < 50; n += 1) {
      const delay = delayAfter(failures, backoff);
      expect(delay).toBeLessThanOrEqual(most);
      expect(delay).toBeGreaterThanOrEqual(most / 2);
    }
  });

  it('ends at once with its signal, before or while it lasts', async () => {
    await pause(1_000_000, AbortSignal.abort());
    const abort = new AbortController();
    const paused = pause(1_000_000, abort.signal);
    abort.abort();
    await paused;
  });
});
