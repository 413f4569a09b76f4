import type { HostedCommit } from './code-host';
import type { VerdictGiven } from './verdict-events';

type StatusState = 'pending' | 'success' | 'failure' | 'error';

/** What a code host shows beside a commit. */
export interface CommitStatus extends HostedCommit {
  readonly state: StatusState;
  readonly description: string;
  /** Of the scan, whose verdict a pending status does not replace. */
  readonly sessionId: string;
  /** Whose report it links to. Undefined in what an earlier release put into the outbox: that links to nothing. */
  readonly scanId?: string;
}

/** Characters that hosta takes of a description; hostb takes more. */
const DESCRIPTION = 140;

/** Without a gate nothing is to keep anybody from merging: what is inconclusive is said, and no error. */
export const stateOf = ({ verdict, conditions }: VerdictGiven['data']): CommitStatus['state'] => {
  if (verdict === 'pass' || (verdict === 'inconclusive' && conditions.failOn === null)) return 'success';
  return verdict === 'fail' ? 'failure' : 'error';
};

export const descriptionOf = ({ verdict, reason }: Pick<VerdictGiven['data'], 'verdict' | 'reason'>): string =>
  clipped(`${verdict}: ${reason}`);

const clipped = (text: string): string => {
  const characters = [...text.replace(/\p{Cc}+/gu, ' ')];
  return characters.length <= DESCRIPTION ? characters.join('') : `${characters.slice(0, DESCRIPTION - 1).join('')}…`;
};
