declare global {
  /** How many random histories a property of ledgers tries: set by the Jest configuration. */
  var ledgerRuns: number;
  /** How many charges are open in the largest month that a test opens: set by the Jest configuration. */
  var openCharges: number;
}

/**
 * `npm run test:faults` tries many histories and a month as large as any; where a spec is run by its path, few
 * histories and a smaller month. A failure prints its seed, with which fast-check repeats it.
 */
export const LEDGER_PROPERTY = { numRuns: globalThis.ledgerRuns } as const;

export const OPEN_CHARGES = globalThis.openCharges;
