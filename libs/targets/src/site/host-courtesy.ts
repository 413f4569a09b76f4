import { pause } from '@assay/kernel';
import type { TimeBudget } from './time-budget';

/**
 * The number of parallel requests to one host, and the milliseconds between the end of one and the next. A normal page
 * with images causes more requests than that.
 */
const PARALLEL_REQUESTS = 2;
const PAUSE = 20;

/** Limits the rate of requests to each host, so that no host is overloaded. */
export interface HostCourtesy {
  /**
   * Does the work when the host has a free slot.
   * @param budget when it is used up, there is no pause before the next request: work that starts then sends nothing
   */
  ask<Value>(url: string, budget: TimeBudget, work: () => Promise<Value>): Promise<Value>;
  /** From now on, allows one request at a time with so many milliseconds in between. */
  slowDown(url: string, milliseconds: number): void;
}

interface Host {
  readonly lines: Promise<void>[];
  pause: number;
  next: number;
}

/** @param signal when it aborts, all pauses end */
export function createHostCourtesy(signal: AbortSignal): HostCourtesy {
  const hosts = new Map<string, Host>();
  const hostOf = (url: string): Host => {
    const { host } = new URL(url);
    const known = hosts.get(host) ?? {
      lines: Array.from({ length: PARALLEL_REQUESTS }, () => Promise.resolve()),
      pause: PAUSE,
      next: 0,
    };
    hosts.set(host, known);
    return known;
  };
  return {
    ask(url, budget, work) {
      const host = hostOf(url);
      const place = (host.next += 1) % host.lines.length;
      const done = host.lines[place]!.then(work);
      host.lines[place] = done
        .then(
          () => undefined,
          () => undefined,
        )
        .then(() => pause(Math.min(host.pause, budget.left()), signal));
      return done;
    },
    slowDown(url, milliseconds) {
      const host = hostOf(url);
      host.pause = milliseconds;
      host.lines.splice(
        0,
        host.lines.length,
        Promise.all(host.lines).then(() => pause(milliseconds, signal)),
      );
    },
  };
}
