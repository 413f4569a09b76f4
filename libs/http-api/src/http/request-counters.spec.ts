import { RequestCounters } from './request-counters';

const MINUTE = 60_000;

describe('counters of requests', () => {
  let now = 0;
  const counters = new RequestCounters({}, () => now);
  const count = (of: RequestCounters, key: string) => {
    let counted: { current: number; ttl: number } | undefined;
    of.incr(key, (_, result) => (counted = result), MINUTE);
    return counted;
  };

  it('count each key in windows of its own, and begin anew when the window is over', () => {
    expect(count(counters, 'a')).toEqual({ current: 1, ttl: MINUTE });
    now += 20_000;
    expect(count(counters, 'b')).toEqual({ current: 1, ttl: MINUTE });
    expect(count(counters, 'a')).toEqual({ current: 2, ttl: 40_000 });
    now += 40_000;
    expect(count(counters, 'a')).toEqual({ current: 1, ttl: MINUTE });
    expect(count(counters, 'b')).toEqual({ current: 2, ttl: 20_000 });
  });

  it('give each request its own count, however many come at once', () => {
    const all = [count(counters, 'c'), count(counters, 'c'), count(counters, 'c')];
    expect(all.map((counted) => counted?.current)).toEqual([1, 2, 3]);
  });

  it('keep those of the 100,000 keys that were used last', () => {
    const many = counters.child();
    for (let key = 0; key <= 100_000; key += 1) count(many, `key ${key}`);
    expect(count(many, 'key 1')).toMatchObject({ current: 2 });
    expect(count(many, 'key 0')).toMatchObject({ current: 1 });
  });

  it('count for one limit apart from another', () => {
    const other = counters.child();
    count(counters, 'd');
    expect(count(other, 'd')).toMatchObject({ current: 1 });
  });
});
