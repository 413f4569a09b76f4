import { SEVERITIES, type Severity, counted } from '@assay/kernel';

export interface MissingTool {
  readonly tool: string;
  readonly reason: string;
}

/** The findings of a tool beyond the most that are kept per tool. */
export interface CutTool {
  readonly tool: string;
  readonly count: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
}

/** The facts that a gate judges. */
export interface GateFacts {
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly missingTools: readonly MissingTool[];
  readonly notKept?: readonly CutTool[];
  /** Why a scan without findings proves nothing: no tool examined the main code of the target. */
  readonly unseen?: string | undefined;
  /** Code that the scan does not cover, because no tool knows its language. */
  readonly uncovered?: string | undefined;
}

/** The condition of a pass. */
export interface Gate {
  /** Fails on findings of this severity or above. */
  readonly failOn?: Severity;
  /** The most findings of a severity. */
  readonly atMost?: Readonly<Partial<Record<Severity, number>>>;
}

/** The words for the judged findings in the reason of a decision. */
export interface GateWords {
  readonly finding: string;
  /** For example `nothing`, followed by "of severity high or above". */
  readonly nothing: string;
  readonly ungated: string;
}

export interface GateDecision {
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'uncovered';
  readonly reason: string;
  /** Planned tools that did not complete. */
  readonly missingTools: readonly MissingTool[];
  /** Findings that are counted and judged but not listed, by tool. Empty if everything is listed. */
  readonly notKept: readonly CutTool[];
}

export const isGated = ({ failOn, atMost = {} }: Gate): boolean =>
  failOn !== undefined || Object.keys(atMost).length > 0;

/** The severities at which a gate fails. */
export const gatedSeverities = (failOn: Severity): readonly Severity[] =>
  SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1);

/** A failed gate stays failed, whatever is missing; a gate that did not fail proves nothing while tools are missing. */
export function decideOn(judged: GateFacts, gate: Gate, words: GateWords): GateDecision {
  const { missingTools, notKept = [] } = judged;
  const decided = decidedOn(judged, gate, words);
  const count = notKept.reduce((sum, each) => sum + each.count, 0);
  const cut =
    count === 0
      ? ''
      : `; ${counted(count, 'finding')} of ${notKept.map(({ tool }) => tool).join(', ')} ` +
        `${count === 1 ? 'is' : 'are'} counted and not listed`;
  return { ...decided, reason: `${decided.reason}${cut}`, missingTools, notKept };
}

function decidedOn(
  { bySeverity, missingTools, unseen, uncovered }: GateFacts,
  gate: Gate,
  words: GateWords,
): Pick<GateDecision, 'verdict' | 'reason'> {
  const reasons = reasonsToFail(bySeverity, gate, words);
  if (reasons.length > 0) return { verdict: 'fail', reason: reasons.join(', ') };
  if (missingTools.length > 0) {
    const names = missingTools.map(({ tool }) => tool).join(', ');
    return { verdict: 'inconclusive', reason: `${counted(missingTools.length, 'tool')} did not complete: ${names}` };
  }
  if (unseen !== undefined) return { verdict: 'inconclusive', reason: unseen };
  if (uncovered !== undefined) return { verdict: 'uncovered', reason: uncovered };
  return { verdict: 'pass', reason: reasonToPass(gate, words) };
}

function reasonToPass(gate: Gate, { nothing, ungated }: GateWords): string {
  if (!isGated(gate)) return ungated;
  return gate.failOn === undefined
    ? 'no more findings than the gate allows'
    : `${nothing} of severity ${gate.failOn} or above`;
}

function reasonsToFail(
  bySeverity: GateFacts['bySeverity'],
  { failOn, atMost = {} }: Gate,
  { finding }: GateWords,
): string[] {
  const gated = failOn === undefined ? [] : gatedSeverities(failOn);
  const over = gated.reduce((sum, severity) => sum + bySeverity[severity], 0);
  return [
    ...(over > 0 ? [`${counted(over, finding)} of severity ${failOn} or above`] : []),
    ...SEVERITIES.flatMap((severity) => {
      const most = atMost[severity];
      return most === undefined || bySeverity[severity] <= most
        ? []
        : [`${bySeverity[severity]} of severity ${severity}, ${most} allowed`];
    }),
  ];
}
