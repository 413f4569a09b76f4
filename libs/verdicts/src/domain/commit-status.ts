import type { Severity } from '@assay/kernel';
import type { HostedCommit } from './code-host';
import type { VerdictKind } from './verdict-events';

export type StatusState = 'pending' | 'success' | 'failure' | 'error';

/** A status that a code host shows beside a commit. */
export interface CommitStatus extends HostedCommit {
  readonly state: StatusState;
  readonly description: string;
  /** The scan's session. A pending status does not replace the scan's verdict. */
  readonly sessionId: string;
  /** The scan whose report it links to. Undefined in messages of an earlier release, which have no link. */
  readonly scanId?: string;
  /**
   * The automation of the status, and the status's name. Undefined in messages of an earlier release: the name is
   * `assay`, and the status is about this scan alone.
   */
  readonly automation?: { readonly automationId: string; readonly statusName: string };
}

/** The name from before each automation had its own. */
export const COMMON_NAME = 'assay';

/** The most characters of a description on hosta; hostb takes more. */
const DESCRIPTION = 140;

/** Without a gate nothing should block a merge: an inconclusive verdict is then reported as a success. */
export const stateOf = ({
  verdict,
  failOn,
}: {
  readonly verdict: VerdictKind;
  readonly failOn: Severity | null;
}): StatusState => {
  if (verdict === 'pass' || (verdict === 'inconclusive' && failOn === null)) return 'success';
  return verdict === 'fail' ? 'failure' : 'error';
};

/** As much of a text as a host accepts, without control characters. */
export function descriptionOf(text: string): string {
  const characters = [...text.replace(/\p{Cc}+/gu, ' ')];
  return characters.length <= DESCRIPTION ? characters.join('') : `${characters.slice(0, DESCRIPTION - 1).join('')}…`;
}
