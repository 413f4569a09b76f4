import { plainText } from '@assay/source-text';
import { EXPORTED } from '../../catalogue/flow/rows';
import type { RawTraceStep } from '../engine';
import { MAX_LINE, oneLine } from '../kit/per-file';
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
export const originOf = ({ taint }: Pick<Flow, 'taint'>): string => firstStep(taint.step).file;

/** `The query of the request (line 9) gets here: stored in q (line 9), passed to run (line 10).` */
export function messageOf({ taint, file }: Flow, doubts: readonly string[]): string {
  const chooser = taint.label === EXPORTED ? '. Whoever calls the function of the package chooses it' : '';
  const reservations = doubts.length === 0 ? '' : `. Less sure: ${doubts.join(', and ')}`;
  const end = `${chooser}${reservations}`;
  // The trace has all steps, and nothing else has the reservations: they are not what a long line loses.
  const way = waysOf(taint, file).find((each) => each.length + end.length <= MAX_LINE) ?? beginOf(taint, file);
  return oneLine(`${way}${end}`);
}

const placeIn = (file: string, step: Step): string =>
  step.file === file ? `line ${lineOf(step.at)}` : `${step.file}:${lineOf(step.at)}`;

function beginOf({ step }: Flow['taint'], file: string): string {
  const source = firstStep(step);
  return `The ${source.note} (${placeIn(file, source)}) gets here`;
}

/** The way in words, from the most steps that are named to the fewest. */
function waysOf(taint: Flow['taint'], file: string): string[] {
  const begin = beginOf(taint, file);
  const said = wayTo(taint.step)
    .slice(1)
    .map((step) => `${step.note} (${placeIn(file, step)})`);
  const [last] = said.slice(-1);
  if (last === undefined) return [begin];
  const shorter = [2, 1, 0]
    .filter((named) => named < said.length - 1)
    .map((named) => [...said.slice(0, named), '…', last]);
  return (said.length <= NAMED_STEPS ? [said, ...shorter] : shorter).map((steps) => `${begin}: ${steps.join(', ')}`);
}
