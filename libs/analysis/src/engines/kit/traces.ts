import type { RawTrace, RawTraceStep } from '../engine';

/** Nobody reads a longer way, and it is stored with its finding. */
export const MAX_TRACE_STEPS = 25;
/** Characters of a step's text. */
export const MAX_STEP_TEXT = 120;
/** Characters of all paths and texts of a trace. Those of its two ends are kept in any case. */
const MAX_TRACE_TEXT = 6_000;

/**
 * The way with no more steps than may be recorded. Where it is too long, steps before its end are left out, and the
 * step after them says how many.
 * @param steps at least the two ends
 */
export function boundedTrace(steps: readonly RawTraceStep[]): RawTrace {
  const [source, ...others] = steps;
  const [last, ...between] = others.reverse();
  let room = MAX_TRACE_TEXT - sizeOf(source!) - sizeOf(last!);
  const kept: RawTraceStep[] = [];
  for (const step of between.reverse()) {
    room -= sizeOf(step);
    if (room < 0 || kept.length === MAX_TRACE_STEPS - 2) break;
    kept.push(step);
  }
  const lost = between.slice(kept.length).reduce((sum, { leftOut = 0 }) => sum + 1 + leftOut, last!.leftOut ?? 0);
  return { steps: [source!, ...kept, lost === 0 ? last! : { ...last!, leftOut: lost }] };
}

const sizeOf = ({ file, text }: RawTraceStep): number => file.length + text.length;

/** Whether it begins at a source, ends at a sink, and has neither between. */
export const isWhole = (steps: readonly Pick<RawTraceStep, 'kind'>[]): boolean =>
  steps.length >= 2 &&
  steps.every(({ kind }, index) => {
    if (index === 0) return kind === 'source';
    return kind === (index === steps.length - 1 ? 'sink' : 'propagation');
  });
