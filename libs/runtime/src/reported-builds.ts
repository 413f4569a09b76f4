import type { RebuildProgress } from '@assay/read-models';

export type BuildReporter = (progress: RebuildProgress) => void;

/** In percent. */
const STEP = 5;

/**
 * Reports a build when it begins and at each further step. A build that is done with its first batch is not reported.
 */
export function reportedInSteps(report: BuildReporter): BuildReporter {
  let reported = -1;
  return (progress) => {
    const step = Math.floor(progress.percent / STEP);
    if (step === reported || (reported < 0 && progress.percent === 100)) return;
    reported = step;
    report(progress);
  };
}
