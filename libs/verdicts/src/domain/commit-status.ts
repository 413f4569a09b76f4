import type { Severity } from '@assay/kernel';
import type { HostedCommit } from './code-host';
import type { VerdictKind } from './verdict-events';

export type StatusState = 'pending' | 'success' | 'failure' | 'error';

/** What a code host shows beside a commit. */
export interface CommitStatus extends HostedCommit {
  readonly state: StatusState;
  readonly description: string;
  /** The scan's session. A pending status does not replace the scan's verdict. */
  readonly sessionId: string;
  /** Whose report it links to. Undefined in what an earlier release put into the outbox: that links to nothing. */
  readonly scanId?: string;
  /**
   * Whose status it is, and its name. Undefined in what an earlier release began to tell: the name is `assay`, and it
   * says this scan alone.
   */
  readonly automation?: { readonly automationId: string; readonly statusName: string };
}

/** The name before each automation had one of its own. */
export const COMMON_NAME = 'assay';

/** Characters that hosta takes of a description; hostb takes more. */
const DESCRIPTION = 140;

/** Without a gate nothing is to keep anybody from merging: what is inconclusive is said, and no error. */
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

/** As much of a text as a host takes, without control characters. */
export function descriptionOf(text: string): string {
  const characters = [...text.replace(/\p{Cc}+/gu, ' ')];
  return characters.length <= DESCRIPTION ? characters.join('') : `${characters.slice(0, DESCRIPTION - 1).join('')}…`;
}
