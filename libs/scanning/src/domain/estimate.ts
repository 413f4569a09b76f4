/** The properties of a planned tool that an estimate needs. */
interface EstimatedTool {
  readonly engine: string;
  /** Milliseconds of earlier runs; undefined if there was none. */
  readonly measured: number | undefined;
}

/** Milliseconds for the steps before the first pass: reading the target and planning. */
const PREPARATION = 1_000;

/**
 * The duration of a session of these tools, in milliseconds. One pass serves all the tools of an engine and ends with
 * its slowest one; the longest passes start first, as many at once as there are lanes.
 *
 * @param weightOf seconds that an engine takes on a large target, for an engine without earlier runs
 */
export function estimatedDuration(
  tools: readonly EstimatedTool[],
  weightOf: (engine: string) => number,
  lanes: number,
): number {
  const passes = new Map<string, number>();
  for (const { engine, measured } of tools)
    passes.set(engine, Math.max(passes.get(engine) ?? 0, measured ?? weightOf(engine) * 1_000));
  const load = Array.from({ length: Math.max(1, Math.min(lanes, passes.size)) }, () => 0);
  for (const pass of [...passes.values()].sort((a, b) => b - a)) {
    const freest = load.indexOf(Math.min(...load));
    load[freest] = load[freest]! + pass;
  }
  return PREPARATION + Math.max(...load);
}

/** How far in the future an overdue end is expected: a share of the delay, and at least so many milliseconds. */
const LATE = { share: 0.1, least: 1_000 };

/** The expected end, always in the future. Times in milliseconds. */
export function expectedEnd({
  startedAt,
  duration,
  now,
}: {
  readonly startedAt: number;
  readonly duration: number;
  readonly now: number;
}): number {
  const elapsed = Math.max(0, now - startedAt);
  return Math.max(startedAt + duration, now + Math.max(LATE.least, Math.min(duration, elapsed * LATE.share)));
}

/** The expected wait of a queued session: until all those before it have run, so many at once. Milliseconds. */
export const expectedWait = (ahead: readonly number[], limit: number): number =>
  ahead.reduce((sum, left) => sum + left, 0) / Math.max(1, limit);
