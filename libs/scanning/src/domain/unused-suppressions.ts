import type { TargetSuppressed, UnusedSuppressions } from './session-events';

const SHOWN = 20;

interface Settled {
  /** The tools that the session planned, and whether each completed. */
  readonly tools: ReadonlyMap<string, boolean>;
  /** The places of the suppressions that cover a finding. */
  readonly suppressing: ReadonlySet<string>;
  /** Whether a tool that was not requested may need a suppression of that name. Default: no. */
  readonly mayBeNeededElsewhere?: ((names: string) => boolean) | undefined;
}

/**
 * The suppressions that are no longer needed. A tool that did not complete, or was not requested, may need those that
 * name it, and any tool may need one that names only a rule, or everything: such suppressions are not reported.
 */
export function unusedAmong(
  declared: TargetSuppressed['declared'],
  { tools, suppressing, mayBeNeededElsewhere = () => false }: Settled,
): UnusedSuppressions | undefined {
  const allCompleted = [...tools.values()].every((completed) => completed);
  const isKnown = (names: string): boolean => tools.get(names) ?? tools.get(names.split('/')[0]!) ?? allCompleted;
  const unused = declared.filter(
    ({ place, names }) => !suppressing.has(place) && isKnown(names) && !mayBeNeededElsewhere(names),
  );
  return unused.length === 0 ? undefined : { total: unused.length, first: unused.slice(0, SHOWN) };
}
