import type { RawFinding } from '@assay/analysis';
import type { RecordedTrace, RecordedTraceStep } from '@assay/findings';

/**
 * The trace of a finding with the paths of the target, as it is recorded. A step in a file that was not staged cannot
 * be shown to anybody: it counts as left out. If the first or the last step is in such a file, there is no trace.
 * @param pathOf the path in the target of a staged file; undefined if there is no such file
 */
export function recordedTrace(
  { trace }: RawFinding,
  pathOf: (staged: string) => string | undefined,
): RecordedTrace | undefined {
  if (trace === undefined) return undefined;
  const steps: RecordedTraceStep[] = [];
  let lost = 0;
  for (const { file, leftOut = 0, ...step } of trace.steps) {
    const path = pathOf(file);
    lost += leftOut;
    if (path === undefined && step.kind !== 'propagation') return undefined;
    if (path === undefined) lost += 1;
    else {
      steps.push({ ...step, file: path, ...(lost > 0 && { leftOut: lost }) });
      lost = 0;
    }
  }
  return { steps };
}
