/** One row of the table: two things measured in turn in one run, or one thing against a number. */
export interface Measurement {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** The measurement to compare with, in the same run; absent if the goal is an absolute number. */
  readonly baseline?: number;
  /** The value for the goal: ours / baseline as the median over the rounds, or ours itself. */
  readonly result: number;
  /** Absent if the row is only shown beside another one. */
  readonly goal?: Goal;
  /** Other observations that help to explain the result. */
  readonly notes?: readonly string[];
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** Undefined without a goal. */
export const reached = ({ result, goal }: Measurement): boolean | undefined =>
  goal && ('atLeast' in goal ? result >= goal.atLeast : result <= goal.atMost);

/** @throws RangeError for no values */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('no median of no values');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Compares rounds in which both were measured right after each other. The ratio is the median of the rounds' ratios,
 * not the ratio of the medians, so that other work of the machine during a round affects both sides.
 */
export function compared(
  name: string,
  unit: string,
  rounds: readonly { readonly ours: number; readonly baseline: number }[],
  goal: Goal | undefined,
  notes: readonly string[] = [],
): Measurement {
  return {
    name,
    unit,
    notes,
    ...(goal && { goal }),
    ours: median(rounds.map(({ ours }) => ours)),
    baseline: median(rounds.map(({ baseline }) => baseline)),
    result: median(rounds.map(({ ours, baseline }) => ours / baseline)),
  };
}
