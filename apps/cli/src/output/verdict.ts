import { type Gate, type GateDecision, type GateFacts, decideOn } from '@assay/verdicts';
import { EXIT } from '../exit-status';

export interface Verdict extends GateDecision {
  readonly status: number;
}

const STATUS: Readonly<Record<Verdict['verdict'], number>> = {
  pass: EXIT.pass,
  fail: EXIT.gateFailed,
  inconclusive: EXIT.inconclusive,
  uncovered: EXIT.uncovered,
};
const WORDS = { finding: 'finding', nothing: 'nothing', ungated: 'no gate was set (--fail-on sets one)' };

/** The verdict of a gate on a scan, and the status with which the command ends. */
export function verdictOn(judged: GateFacts, gate: Gate): Verdict {
  const decided = decideOn(judged, gate, WORDS);
  return { ...decided, status: STATUS[decided.verdict] };
}
