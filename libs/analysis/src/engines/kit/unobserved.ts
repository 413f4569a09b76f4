import type { PassReporter } from '../engine';

/** A record without what a tool needs of it, and why. */
export interface Unobserved {
  /** The record's staged name. */
  readonly file: string;
  readonly reason: string;
  readonly because: 'skipped' | 'failed';
}

/**
 * Says of a tool what it could not look at. Where that is all there was, the tool did nothing for its credits: it
 * failed, or was skipped where this installation lacks what observing takes. Otherwise the records are listed as
 * unreadable.
 * @param seen how many records it could look at
 * @returns whether the tool has ended by that
 */
export function endsUnobserved(
  report: PassReporter,
  tool: string,
  unobserved: readonly Unobserved[],
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
