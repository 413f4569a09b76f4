import fc from 'fast-check';
import { estimatedDuration, expectedEnd, expectedWait } from './estimate';

const weights: Readonly<Record<string, number>> = { eslint: 20, biome: 3 };
const weightOf = (engine: string) => weights[engine] ?? 1;

describe('the estimate of a session', () => {
  it('goes by the weights of its engines where nothing has run before', () =>
    expect(
      estimatedDuration(
        [
          { engine: 'eslint', measured: undefined },
          { engine: 'eslint', measured: undefined },
          { engine: 'biome', measured: undefined },
        ],
        weightOf,
        1,
      ),
    ).toBe(24_000));

  it('goes by what was measured, once there is something, and takes a pass for as long as its slowest tool', () =>
    expect(
      estimatedDuration(
        [
          { engine: 'eslint', measured: 700 },
          { engine: 'eslint', measured: 900 },
          { engine: 'biome', measured: 200 },
        ],
        weightOf,
        1,
      ),
    ).toBe(2_100));

  it('lets passes run beside each other, the longest first', () =>
    expect(
      estimatedDuration(
        [5, 4, 3, 2].map((seconds) => ({ engine: `engine ${seconds}`, measured: seconds * 1_000 })),
        weightOf,
        2,
      ),
    ).toBe(8_000));

  it('is no longer with more lanes, and covers the longest pass', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            engine: fc.constantFrom('a', 'b', 'c', 'd'),
            measured: fc.option(fc.nat(60_000), { nil: undefined }),
          }),
          { maxLength: 30 },
        ),
        fc.integer({ min: 1, max: 8 }),
        (tools, lanes) => {
          const duration = estimatedDuration(tools, weightOf, lanes);
          expect(duration).toBeLessThanOrEqual(estimatedDuration(tools, weightOf, 1));
          for (const { measured = 1_000 } of tools) expect(duration).toBeGreaterThanOrEqual(measured);
        },
      ),
    ));

  it('is never in the past while the session runs, nor before what was expected of it', () =>
    fc.assert(
      fc.property(
        fc.nat(1e12),
        fc.nat(3_600_000),
        fc.integer({ min: -10_000, max: 10_000_000 }),
        (startedAt, duration, elapsed) => {
          const now = startedAt + elapsed;
          const end = expectedEnd({ startedAt, duration, now });
          expect(end).toBeGreaterThan(now);
          expect(end).toBeGreaterThanOrEqual(startedAt + duration);
        },
      ),
    ));

  it('adds what those who wait before it still take, so many at once', () => {
    expect(expectedWait([10_000, 20_000], 2)).toBe(15_000);
    expect(expectedWait([], 5)).toBe(0);
  });
});
