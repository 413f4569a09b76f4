import { plainText } from '@assay/source-text';
import { EXPORTED } from '../../catalogue/flow/rows';
import type { RawTraceStep } from '../engine';
import { oneLine } from '../kit/per-file';
import { MAX_STEP_TEXT } from '../kit/traces';
import type { Flow, Weakness } from './interpret/run';
import { type Step, firstStep } from './interpret/values';
import { columnOf, lineOf } from './ir';

/** More steps than this are not named in a message: the trace has them. */
const NAMED_STEPS = 4;

/** The way of a flow: where its input comes in, what hands it on, and what it reaches. */
export const stepsOf = ({ taint: { step }, file, at, reaches }: Flow): RawTraceStep[] =>
  traced(step, { file, at }, { begin: `the ${firstStep(step).note} comes in`, end: reaches });

/** The way of what makes a call weak. */
export const stepsOfWeakness = ({ file, at, way }: Weakness): RawTraceStep[] | undefined =>
  way && traced(way.last, { file, at }, way);

/** @param place of the finding @param texts of the two ends */
function traced(
  last: Step,
  place: Pick<Step, 'file' | 'at'>,
  texts: { readonly begin: string; readonly end: string },
): RawTraceStep[] {
  const [source, ...others] = wayTo(last);
  return [
    stepOf('source', source!, texts.begin),
    ...others.map((step) => stepOf('propagation', step, step.note)),
    stepOf('sink', place, texts.end),
  ];
}

function stepOf(
  kind: RawTraceStep['kind'],
  { file, at, leftOut }: Pick<Step, 'file' | 'at' | 'leftOut'>,
  text: string,
): RawTraceStep {
  return {
    kind,
    file,
    line: lineOf(at),
    column: columnOf(at),
    text: plainText(text, MAX_STEP_TEXT),
    ...(leftOut !== undefined && { leftOut }),
  };
}

/** The steps of a way, from where it begins. */
export function wayTo(last: Step): Step[] {
  const steps: Step[] = [];
  for (let step: Step | undefined = last; step; step = step.before) steps.push(step);
  return steps.reverse();
}

/** The file in which the input of a flow comes in. */
export const originOf = ({ taint }: Pick<Flow, 'taint'>): string => wayTo(taint.step)[0]!.file;

/** `The query of the request (line 9) gets here: stored in q (line 9), passed to run (line 10).` */
export function messageOf({ taint, file }: Flow, doubts: readonly string[]): string {
  const chooser = taint.label === EXPORTED ? '. Whoever calls the function of the package chooses it' : '';
  return oneLine(
    `${wayOf(taint, file)}${chooser}${doubts.length === 0 ? '' : `. Less sure: ${doubts.join(', and ')}`}`,
  );
}

function wayOf(taint: Flow['taint'], file: string): string {
  const [source, ...others] = wayTo(taint.step);
  const place = (step: Step) => (step.file === file ? `line ${lineOf(step.at)}` : `${step.file}:${lineOf(step.at)}`);
  const begin = `The ${source!.note} (${place(source!)}) gets here`;
  if (others.length === 0) return begin;
  const said = others.map((step) => `${step.note} (${place(step)})`);
  const way = others.length <= NAMED_STEPS ? said : [...said.slice(0, NAMED_STEPS - 2), '…', said.at(-1)!];
  return `${begin}: ${way.join(', ')}`;
}
