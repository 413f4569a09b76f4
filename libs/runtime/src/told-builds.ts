import type { RebuildProgress } from '@assay/read-models';

export type ToldBuild = (progress: RebuildProgress) => void;

/** In percent. */
const STEP = 5;

/** Tells of a build where it begins and at each further step, and nothing of one that is done with its first batch. */
export function toldInSteps(tell: ToldBuild): ToldBuild {
  let told = -1;
  return (progress) => {
    const step = Math.floor(progress.percent / STEP);
    if (step === told || (told < 0 && progress.percent === 100)) return;
    told = step;
    tell(progress);
  };
}
