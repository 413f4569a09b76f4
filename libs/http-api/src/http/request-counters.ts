import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

/**
 * Counters that each limit keeps in memory. Organizations and addresses have counters of their own, so that no number
 * of made-up keys or addresses pushes an organization's count out.
 */
const MOST_COUNTERS = 100_000;

type Counted = Parameters<FastifyRateLimitStore['incr']>[1];

/**
 * The counts of one limit, each in windows that begin with their first request. The plugin's own store hands out the
 * count that it keeps counting with, so that requests of one moment all see the count of the last of them.
 */
export class RequestCounters implements FastifyRateLimitStore {
  private readonly counters = new LRUCache<string, { readonly count: number; readonly until: number }>({
    // A `max` takes its room at once: 2.8 MB for each limit.
    maxSize: MOST_COUNTERS,
    sizeCalculation: () => 1,
  });

  /** @param now whole milliseconds of a clock that never runs backwards */
  constructor(
    _options?: object,
    private readonly now: () => number = () => Math.floor(performance.now()),
  ) {}

  incr(key: string, counted: Counted, timeWindow = 0): void {
    const now = this.now();
    const before = this.counters.get(key);
    const counter =
      before && now < before.until
        ? { count: before.count + 1, until: before.until }
        : { count: 1, until: now + timeWindow };
    this.counters.set(key, counter);
    counted(null, { current: counter.count, ttl: counter.until - now });
  }

  /** Each limit has counters of its own. */
  child(): RequestCounters {
    return new RequestCounters({}, this.now);
  }
}
