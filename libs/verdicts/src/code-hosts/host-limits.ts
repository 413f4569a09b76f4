import { sha256Hex } from '@assay/kernel';
import { LRUCache } from 'lru-cache';

/** Tokens whose limit is kept. One that is forgotten runs into its limit once more. */
const MOST = 1_000;
/** Milliseconds where the host does not say how long: GitHub asks for a minute at least. */
const UNSAID = 60_000;
/** A host that asks for more is asked again after an hour. */
const LONGEST = 3_600_000;

/**
 * Until when a host limits requests with a token, as this process has been told: hosts count by token, so what one
 * message ran into waits for all, and they do not run into it one after the other. In the memory of a process: another
 * one, and the next after a restart, is told once more.
 */
export class HostLimits {
  private readonly until = new LRUCache<string, number>({ max: MOST });

  /** How many milliseconds to wait; undefined if no limit is known. */
  waitFor(host: string, token: string, now: Date): number | undefined {
    const key = keyOf(host, token);
    const wait = (this.until.get(key) ?? 0) - now.getTime();
    if (wait > 0) return wait;
    this.until.delete(key);
    return undefined;
  }

  /** @param wait milliseconds, as the host said; undefined if it did not */
  limited(host: string, token: string, now: Date, wait = UNSAID): void {
    const key = keyOf(host, token);
    const until = now.getTime() + Math.min(wait, LONGEST);
    this.until.set(key, Math.max(until, this.until.get(key) ?? 0));
  }
}

/** The address and the token are secrets: neither is kept. */
const keyOf = (host: string, token: string): string => sha256Hex(JSON.stringify([host, token]));
