import type { VerdictGiven } from './verdict-events';

type StatusState = 'pending' | 'success' | 'failure' | 'error';

/** What a code host shows beside a commit. */
export interface CommitStatus {
  readonly host: 'hosta' | 'hostb';
  /** `owner/repo` or `group/project`. */
  readonly repository: string;
  readonly sha: string;
  readonly state: StatusState;
  readonly description: string;
  /** Of the scan, whose verdict a pending status does not replace. */
  readonly sessionId: string;
  /** Where more is said; null where this service has no address that others know. */
  readonly link: string | null;
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
