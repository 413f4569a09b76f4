/** The time that a target, or a part of its observation, may still take. */
export interface TimeBudget {
  /** Milliseconds; 0 when nothing more may be begun. */
  left(): number;
  /** As much of it as this, at most. */
  atMost(milliseconds: number): TimeBudget;
}

export const TIME_OVER = 'the time for this target was over';

export function openTimeBudget(milliseconds: number): TimeBudget {
  const end = performance.now() + milliseconds;
  const left = () => Math.max(0, Math.ceil(end - performance.now()));
  return { left, atMost: (share) => openTimeBudget(Math.min(share, left())) };
}
