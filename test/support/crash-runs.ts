declare global {
  /** How many histories a property about processes that die tries: set by the Jest configuration. */
  var crashRuns: number;
}

/**
 * Each history starts a service several times, in seconds of processor time: many random ones in
 * `npm run test:faults`, a few where a spec is run by its path. A failure prints its seed, with which fast-check
 * repeats it.
 */
export const CRASH_PROPERTY = { numRuns: globalThis.crashRuns, endOnFailure: false } as const;

/** Milliseconds for all of them, on a machine that is busy with much else. */
export const CRASH_PROPERTY_TIMEOUT = 60_000 + 20_000 * globalThis.crashRuns;
