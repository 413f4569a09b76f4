import type { FindingView } from '@assay/findings';
import { counted } from '@assay/kernel';
import { artifactOf } from './sarif-artifact';

type Step = NonNullable<FindingView['trace']>['steps'][number];

/** The path of untrusted data to the result, which viewers show step by step. */
export function codeFlowsOf({ trace, title }: FindingView): object {
  if (!trace) return {};
  return { codeFlows: [{ message: { text: title }, threadFlows: [{ locations: trace.steps.map(locationOf) }] }] };
}

const locationOf = (step: Step, index: number) => ({
  executionOrder: index + 1,
  // The first and the last step are essential to viewers that show few steps.
  importance: step.kind === 'propagation' ? 'important' : 'essential',
  kinds: [step.kind],
  location: {
    physicalLocation: {
      artifactLocation: artifactOf(step.file),
      region: { startLine: step.line, ...(step.column !== undefined && { startColumn: step.column }) },
    },
    message: { text: textOf(step) },
  },
});

const textOf = ({ text, leftOut }: Step): string =>
  leftOut === undefined ? text : `(${counted(leftOut, 'step')} left out) ${text}`;
