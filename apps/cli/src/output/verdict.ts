import { SEVERITIES, type Severity } from '@assay/kernel';
import { counted } from './counted';
import { EXIT } from '../exit-status';

export interface MissingTool {
  readonly tool: string;
  readonly reason: string;
}

export interface Verdict {
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly reason: string;
  readonly status: number;
  /** Tools that were planned and did not complete. */
  readonly missingTools: readonly MissingTool[];
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

/**
 * A gate that failed has failed, whatever is missing; one that did not proves nothing while tools are missing.
 * @param unseen why a scan without findings says nothing: nobody looked at what the target is made of
 */
export function verdictOn(
  bySeverity: Readonly<Record<Severity, number>>,
  missingTools: readonly MissingTool[],
  gate: Gate,
  unseen?: string,
): Verdict {
  const { failOn } = gate;
  const reasons = reasonsToFail(bySeverity, gate);
  if (reasons.length > 0) return { verdict: 'fail', reason: reasons.join(', '), status: EXIT.gateFailed, missingTools };
  if (missingTools.length > 0)
    return {
      verdict: 'inconclusive',
      reason:
        `${counted(missingTools.length, 'tool')} did not complete: ` +
        `${missingTools.map(({ tool }) => tool).join(', ')}`,
      status: EXIT.inconclusive,
      missingTools,
    };
  if (unseen !== undefined) return { verdict: 'inconclusive', reason: unseen, status: EXIT.inconclusive, missingTools };
  return {
    verdict: 'pass',
    reason: isGated(gate)
      ? failOn === undefined
        ? 'no more findings than the gate allows'
        : `nothing of severity ${failOn} or above`
      : 'no gate was set (--fail-on sets one)',
    status: EXIT.pass,
    missingTools,
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
