import type { FindingView } from '@assay/findings';
import { counted } from '@assay/kernel';
import pc from 'picocolors';
import { wrapped } from './wrapped';

/** The way of what comes in from outside, numbered, a step a line; nothing where no engine followed it. */
export function traceLines({ trace }: FindingView, width: number, indent = '  '): string[] {
  if (!trace) return [];
  const { steps } = trace;
  const room = String(steps.length).length;
  return steps.flatMap(({ file, line, text, leftOut }, index) => {
    const number = `${indent}${String(index + 1).padStart(room)}. `;
    const place = `${file}:${line}`;
    const [first = '', ...rest] = wrapped(`${place} ${text}`, width, number);
    const lost =
      leftOut === undefined ? [] : [pc.dim(`${' '.repeat(number.length)}… ${counted(leftOut, 'step')} left out`)];
    return [...lost, first.replace(place, pc.cyan(place)), ...rest];
  });
}
