import { retryAfter } from './retry-after';

const now = new Date('2026-11-01T10:00:00.000Z');
const inAMinute = String(now.getTime() / 1_000 + 60);

describe('how long an answer asks to wait', () => {
  it.each([
    [{ 'retry-after': '30' }, 30_000],
    [{ 'retry-after': 'Sun, 01 Nov 2026 10:00:10 GMT' }, 10_000],
    [{ 'retry-after': 'Sun, 01 Nov 2026 09:00:00 GMT' }, 0],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inAMinute }, 60_000],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '45' }, 45_000],
    [{ 'retry-after': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inAMinute }, 60_000],
    [{ 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': inAMinute }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j', (headers, milliseconds) => expect(retryAfter(headers, now)).toBe(milliseconds));
});
