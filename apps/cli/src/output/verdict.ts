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

/**
 * A gate that failed has failed, whatever is missing; one that did not proves nothing while tools are missing.
 * @param unseen why a scan without findings says nothing: nobody looked at what the target is made of
 */
export function verdictOn(
  bySeverity: Readonly<Record<Severity, number>>,
  missingTools: readonly MissingTool[],
  failOn: Severity | undefined,
  unseen?: string,
): Verdict {
  const gated = failOn === undefined ? [] : SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1);
  const over = gated.reduce((sum, severity) => sum + bySeverity[severity], 0);
  if (over > 0)
    return {
      verdict: 'fail',
      reason: `${counted(over, 'finding')} of severity ${failOn} or above`,
      status: EXIT.gateFailed,
      missingTools,
    };
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
    reason: failOn === undefined ? 'no gate was set (--fail-on sets one)' : `nothing of severity ${failOn} or above`,
    status: EXIT.pass,
    missingTools,
  };
}
