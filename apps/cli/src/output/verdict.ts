import { SEVERITIES, type Severity, counted } from '@assay/kernel';
import type { NotKept } from '@assay/scanning';
import { EXIT } from '../exit-status';

export interface MissingTool {
  readonly tool: string;
  readonly reason: string;
}

export interface Verdict {
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'uncovered';
  readonly reason: string;
  readonly status: number;
  /** Tools that were planned and did not complete. */
  readonly missingTools: readonly MissingTool[];
  /** What is counted and judged but not listed, by tool. Empty: everything is listed. */
  readonly notKept: readonly NotKept[];
}

/** What a gate judges. */
export interface Judged {
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly missingTools: readonly MissingTool[];
  readonly notKept?: readonly NotKept[];
  /** Why a scan without findings says nothing: nobody looked at what the target is made of. */
  readonly unseen?: string | undefined;
  /** Of which code a scan says nothing: no tool knows its language. */
  readonly uncovered?: string | undefined;
}

/** What decides between pass and fail. */
export interface Gate {
  /** No finding of this severity or above. */
  readonly failOn?: Severity;
  /** No more findings of a severity than this. */
  readonly atMost?: Readonly<Partial<Record<Severity, number>>>;
}

export const isGated = ({ failOn, atMost = {} }: Gate): boolean =>
  failOn !== undefined || Object.keys(atMost).length > 0;

/** A gate that failed has failed, whatever is missing; one that did not proves nothing while tools are missing. */
export function verdictOn(judged: Judged, gate: Gate): Verdict {
  const { missingTools, notKept = [] } = judged;
  const decided = decidedOn(judged, gate);
  const count = notKept.reduce((sum, each) => sum + each.count, 0);
  const cut =
    count === 0
      ? ''
      : `; ${counted(count, 'finding')} of ${notKept.map(({ tool }) => tool).join(', ')} ` +
        `${count === 1 ? 'is' : 'are'} counted and not listed`;
  return { ...decided, reason: `${decided.reason}${cut}`, missingTools, notKept };
}

function decidedOn(
  { bySeverity, missingTools, unseen, uncovered }: Judged,
  gate: Gate,
): Pick<Verdict, 'verdict' | 'reason' | 'status'> {
  const { failOn } = gate;
  const reasons = reasonsToFail(bySeverity, gate);
  if (reasons.length > 0) return { verdict: 'fail', reason: reasons.join(', '), status: EXIT.gateFailed };
  if (missingTools.length > 0)
    return {
      verdict: 'inconclusive',
      reason:
        `${counted(missingTools.length, 'tool')} did not complete: ` +
        `${missingTools.map(({ tool }) => tool).join(', ')}`,
      status: EXIT.inconclusive,
    };
  if (unseen !== undefined) return { verdict: 'inconclusive', reason: unseen, status: EXIT.inconclusive };
  if (uncovered !== undefined) return { verdict: 'uncovered', reason: uncovered, status: EXIT.uncovered };
  return {
    verdict: 'pass',
    reason: isGated(gate)
      ? failOn === undefined
        ? 'no more findings than the gate allows'
        : `nothing of severity ${failOn} or above`
      : 'no gate was set (--fail-on sets one)',
    status: EXIT.pass,
  };
}

function reasonsToFail(bySeverity: Readonly<Record<Severity, number>>, { failOn, atMost = {} }: Gate): string[] {
  const gated = failOn === undefined ? [] : SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1);
  const over = gated.reduce((sum, severity) => sum + bySeverity[severity], 0);
  return [
    ...(over > 0 ? [`${counted(over, 'finding')} of severity ${failOn} or above`] : []),
    ...SEVERITIES.flatMap((severity) => {
      const most = atMost[severity];
      return most === undefined || bySeverity[severity] <= most
        ? []
        : [`${bySeverity[severity]} of severity ${severity}, ${most} allowed`];
    }),
  ];
}
