/** The range that a client may request, and the default. */
export interface Limit {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** Milliseconds that a tool may take. */
export const TOOL_TIMEOUT: Limit = { min: 1_000, max: 3_600_000, default: 300_000 };

/** Tools that run in parallel. */
export const MAX_CONCURRENT: Limit = { min: 1, max: 50, default: 5 };
