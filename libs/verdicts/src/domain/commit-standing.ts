import type { Severity } from '@assay/kernel';
import { type CommitStatus, type StatusState, descriptionOf, stateOf } from './commit-status';
import type { VerdictKind } from './verdict-events';

/** The part of a firing of an automation that this context reads. */
export interface CommitFiring {
  readonly triggerData: {
    readonly type?: string;
    readonly repository?: string;
    readonly branch?: string;
    readonly pullRequest?: number;
  };
  readonly scanId: string | null;
  readonly status: string;
  readonly supersededBy: string | null;
  readonly verdict: {
    readonly verdict: VerdictKind;
    readonly reason: string;
    readonly failOn: Severity | null;
  } | null;
}

/** The content of a commit's status, and the scan that it rests on. */
export interface CommitStanding extends Pick<CommitStatus, 'state' | 'description'> {
  readonly scanId: string | undefined;
}

export const PENDING = { state: 'pending', description: 'Assay is scanning this commit' } as const;
export const SUPERSEDED = { state: 'error', description: 'canceled: a newer event of this branch came' } as const;

export const GIVEN_UP = { state: 'error', description: 'no verdict: the automation was deleted' } as const;

/** The worst first. */
const ORDER: readonly StatusState[] = ['failure', 'error', 'pending', 'success'];

type Asked = Pick<CommitStatus, 'repository' | 'state' | 'description' | 'scanId'>;

/**
 * The status of a commit. A commit may be on several branches and in several pull requests. An automation scans it for
 * each of them against another target, but a host has only one status of a name for a commit. So the status is the
 * worst of them, each by its newest scan: a pass for one branch hides no failure for another.
 *
 * @param asked the outcome of one of these scans; it counts if its firing is not among them
 * @param firings of one automation for one commit, newest first
 */
export function standingOf(asked: Asked, firings: readonly CommitFiring[]): CommitStanding {
  const newest = new Map<string, CommitStanding>();
  const repository = asked.repository.toLowerCase();
  for (const firing of firings) {
    const said = saidOrAsked(firing, asked);
    const line = lineOf(firing);
    if (!said || firing.triggerData.repository?.toLowerCase() !== repository || newest.has(line)) continue;
    newest.set(line, { ...said, scanId: firing.scanId ?? undefined });
  }
  const isKnown = firings.some(({ scanId }) => scanId !== null && scanId === asked.scanId);
  if (!isKnown) newest.set('', { state: asked.state, description: asked.description, scanId: asked.scanId });
  const all = [...newest].sort(([, one], [, other]) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
  const [line, worst] = all[0]!;
  const isOneOfSeveral = all.length > 1 && line !== '' && worst.state !== 'success';
  return isOneOfSeveral ? { ...worst, description: descriptionOf(`${line}: ${worst.description}`) } : worst;
}

const lineOf = ({ triggerData: { type, pullRequest, branch = '' } }: CommitFiring): string =>
  pullRequest === undefined ? branch : `${type === 'hostb_push' ? '!' : '#'}${pullRequest}`;

/**
 * The end of a scan is reported when it ends. A reactor records it in the firing later, so a firing that still looks
 * pending must not revert the reported end: nothing would report it again.
 */
function saidOrAsked(firing: CommitFiring, asked: Asked): Pick<CommitStatus, 'state' | 'description'> | undefined {
  const said = saidBy(firing);
  const isBehind = said === PENDING && firing.scanId === asked.scanId && asked.state !== 'pending';
  return isBehind ? { state: asked.state, description: asked.description } : said;
}

/** Undefined for a firing that started no scan: it has no status, and never will. */
function saidBy({
  scanId,
  status,
  supersededBy,
  verdict,
}: CommitFiring): Pick<CommitStatus, 'state' | 'description'> | undefined {
  if (scanId === null) return undefined;
  if (verdict)
    return {
      state: stateOf(verdict),
      description: descriptionOf(`${verdict.verdict}: ${verdict.reason}`),
    };
  return status === 'skipped' && supersededBy !== null ? SUPERSEDED : PENDING;
}
