import type { TargetSuppressed, UnusedSuppressions } from './session-events';

const SHOWN = 20;

interface Settled {
  /** The tools that the session planned, and whether each completed. */
  readonly tools: ReadonlyMap<string, boolean>;
  /** The places of the suppressions that cover a finding. */
  readonly suppressing: ReadonlySet<string>;
}

/**
 * The suppressions that nobody needs any more. A tool that did not complete may need those that name it, and one that
 * names a rule alone, or everything, may be needed by any tool: nothing is said of those.
 */
export function unusedAmong(
  declared: TargetSuppressed['declared'],
  { tools, suppressing }: Settled,
): UnusedSuppressions | undefined {
  const allCompleted = [...tools.values()].every((completed) => completed);
  const isKnown = (names: string): boolean => tools.get(names) ?? tools.get(names.split('/')[0]!) ?? allCompleted;
  const unused = declared.filter(({ place, names }) => !suppressing.has(place) && isKnown(names));
  return unused.length === 0 ? undefined : { total: unused.length, first: unused.slice(0, SHOWN) };
}
