import { setTimeout as pause } from 'node:timers/promises';

/**
 * Looks until there is something to see: the first answer that is not undefined. For what another process does in its
 * own time and tells nobody. @throws Error naming what was awaited, after `within` milliseconds
 */
export async function eventually<Value>(
  what: string | (() => string),
  look: () => Promise<Value | undefined> | Value | undefined,
  within = 60_000,
): Promise<Value> {
  const deadline = performance.now() + within;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() > deadline) throw new Error(`waited ${within} ms in vain: ${told(what)}`);
    await pause(20); // lets the other process have the processor
  }
}

const told = (what: string | (() => string)): string => (typeof what === 'string' ? what : what());
