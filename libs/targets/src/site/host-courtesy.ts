import { pause } from '@assay/kernel';
import type { TimeBudget } from './time-budget';

/**
 * Requests at once to one host, and milliseconds between the end of one and the next: a page with images asks for more.
 */
const AT_ONCE = 2;
const PAUSE = 20;

/** Sees to it that no host is asked for more than it can bear. */
export interface HostCourtesy {
  /**
   * Does the work when it is this host's turn.
   * @param budget when it is used up, nobody waits for the next turn: what is begun then asks for nothing
   */
  ask<Value>(url: string, budget: TimeBudget, work: () => Promise<Value>): Promise<Value>;
  /** One request at a time from now on, and so many milliseconds between two. */
  slowDown(url: string, milliseconds: number): void;
}

interface Host {
  readonly lines: Promise<void>[];
  pause: number;
  next: number;
}

/** @param signal when it aborts, nobody waits any more */
export function createHostCourtesy(signal: AbortSignal): HostCourtesy {
  const hosts = new Map<string, Host>();
  const hostOf = (url: string): Host => {
    const { host } = new URL(url);
    const known = hosts.get(host) ?? {
      lines: Array.from({ length: AT_ONCE }, () => Promise.resolve()),
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
