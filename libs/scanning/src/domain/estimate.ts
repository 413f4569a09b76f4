/** A planned tool, as far as an estimate goes. */
interface EstimatedTool {
  readonly engine: string;
  /** Milliseconds that it took in earlier runs; undefined if there was none. */
  readonly measured: number | undefined;
}

/** Milliseconds for what comes before the first pass: reading the target and planning. */
const PREPARATION = 1_000;

/**
 * How long a session of these tools takes, in milliseconds. One pass serves all the tools of an engine and ends with
 * its slowest one; the longest passes are begun first, as many at once as there are lanes.
 *
 * @param weightOf seconds that an engine takes on a large target: what an engine without any run is judged by
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

/**
 * How much later than now an end is expected that should have come already: the longer it is late, the less is known.
 */
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

/** When the turn of one that waits may come: after all those before it, so many of which run at once. Milliseconds. */
export const expectedWait = (ahead: readonly number[], limit: number): number =>
  ahead.reduce((sum, left) => sum + left, 0) / Math.max(1, limit);
