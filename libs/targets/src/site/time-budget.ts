/** The time that remains for a target, or for a part of its observation. */
export interface TimeBudget {
  /** The remaining milliseconds. At 0, nothing more may be started. */
  left(): number;
  /** A budget for a part: the remaining time, but at most so many milliseconds. */
  atMost(milliseconds: number): TimeBudget;
}

export const TIME_OVER = 'the time for this target was over';

export function openTimeBudget(milliseconds: number): TimeBudget {
  const end = performance.now() + milliseconds;
  const left = () => Math.max(0, Math.ceil(end - performance.now()));
  return { left, atMost: (share) => openTimeBudget(Math.min(share, left())) };
}
