import type { TargetRun, runTargetJob } from '@assay/targets';
import { stageTarget } from '../../targets/src/staging/stage-target';

/**
 * `runTargetJob` for a directory, without its process: for tests of dozens of sessions whose subject is not how a
 * target is staged.
 */
export const stageHere = async ({
  acquire,
  destination,
  staging,
  neutralise,
  writes,
  onProgress,
}: TargetRun): ReturnType<typeof runTargetJob> => {
  if (acquire.kind !== 'content') throw new Error(`only a directory is staged here, not ${acquire.kind}`);
  const staged = await stageTarget(acquire.content, {
    destination,
    limits: staging,
    neutralise,
    writes: writes.budget,
    onProgress,
  });
  return { staged, facts: { leftOut: [] } };
};
