import type { PassReporter } from '../engine';

/** A record that lacks the part that a tool needs, and why. */
export interface MissingObservation {
  /** The record's staged name. */
  readonly file: string;
  readonly reason: string;
  readonly because: 'skipped' | 'failed';
}

/**
 * Reports the records that a tool could not judge. If it could judge none, it has done nothing for its credits. So it
 * fails, or is skipped if this installation lacks what the observation needs. Otherwise the records are listed as
 * unreadable.
 * @param seen the number of records that the tool could judge
 * @returns whether this has ended the tool
 */
export function reportMissing(
  report: PassReporter,
  tool: string,
  unobserved: readonly MissingObservation[],
  seen: number,
): boolean {
  if (seen === 0 && unobserved.length > 0) {
    const { reason, because } = unobserved.find((each) => each.because === 'failed') ?? unobserved[0]!;
    report[because](tool, reason);
    return true;
  }
  for (const { file, reason } of unobserved) report.unreadable(tool, file, reason);
  return false;
}
