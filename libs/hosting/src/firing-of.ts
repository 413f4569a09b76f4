import type { CodeHost } from '@assay/kernel';
import type { FiringTrigger, SkipReason, Trigger, TriggerOf, TriggerType } from '@assay/automations';
import { isAmong } from './domain/branch-globs';
import type { Happening, PullRequest, PullRequestLeft, Push } from './domain/happening';

/** The meaning of a delivery to an automation that follows it. */
export interface FiringOf {
  readonly trigger: FiringTrigger;
  /** It starts no scan, and this is why. */
  readonly skip?: SkipReason;
}

interface HostTriggers {
  /** For requests to merge. */
  readonly request: TriggerType;
  /** For all that happens to a branch or a tag. */
  readonly push: TriggerType;
}

const TRIGGERS: Readonly<Record<CodeHost, HostTriggers>> = {
  hosta: { request: 'hosta_pr', push: 'hosta_push' },
  hostb: { request: 'hostb_push', push: 'hostb_push' },
};

/** The type of trigger that waits for it. */
export const triggerTypeOf = (host: CodeHost, happening: Happening): TriggerType | undefined => {
  if (happening.kind === 'pull-request-left') return undefined;
  return TRIGGERS[host][happening.kind === 'pull-request' ? 'request' : 'push'];
};

/**
 * The firing of an automation with this trigger by an event; undefined if the event does not concern it: another
 * repository, another event, a branch that it does not watch. Its history has no trace of unwatched branches, which
 * would be most of it. A tag has no branch by which it could be left out.
 */
export function firingOf(trigger: Trigger, happening: Happening): FiringOf | undefined {
  if (happening.kind === 'pull-request-left') return undefined;
  switch (trigger.type) {
    case 'hosta_push':
      return happening.kind === 'pull-request' || !isSame(trigger.config.repository, happening.repository)
        ? undefined
        : pushed(trigger, happening);
    case 'hostb_push':
      if (!isSame(trigger.config.projectPath, happening.repository)) return undefined;
      return happening.kind === 'pull-request' ? merging(trigger, happening) : pushed(trigger, happening);
    case 'hosta_pr':
      return happening.kind !== 'pull-request' || !isSame(trigger.config.repository, happening.repository)
        ? undefined
        : requested(trigger, happening);
    default:
      return undefined;
  }
}

/** The hosts do not tell names by their case. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function pushed(
  { type, config: { branches } }: TriggerOf<'hosta_push' | 'hostb_push'>,
  happening: Exclude<Happening, PullRequest | PullRequestLeft>,
): FiringOf | undefined {
  const { repository, author } = happening;
  const about = { type, repository, ...(author !== undefined && { author }) };
  if (happening.kind === 'tag') {
    const { tag, deleted } = happening;
    return {
      trigger: { ...about, event: deleted ? 'tag_deleted' : 'tag' },
      skip: {
        code: 'tag',
        reason: deleted
          ? `The tag ${tag} was deleted: there is nothing to scan`
          : `The tag ${tag} was pushed: pushes of branches are scanned, and tags are not`,
      },
    };
  }
  const { branch } = happening;
  if (!isAmong(branches, branch)) return undefined;
  if (happening.kind === 'branch-deleted')
    return {
      trigger: { ...about, event: 'branch_deleted', branch },
      skip: { code: 'branch_deleted', reason: `The branch ${branch} was deleted: there is nothing to scan` },
    };
  const firing: FiringOf = {
    trigger: { ...about, event: 'push', branch, commitSha: happening.commit, ...orderOf(happening) },
  };
  if (happening.kind === 'push') return firing;
  return {
    ...firing,
    skip: {
      code: 'empty_push',
      reason: `The push to ${branch} brought no commits that the repository did not have`,
    },
  };
}

function requested(
  { type, config: { events, targetBranches } }: TriggerOf<'hosta_pr'>,
  request: PullRequest,
): FiringOf | undefined {
  const { event, targetBranch } = request;
  if (!events.includes(event) || !isAmong(targetBranches, targetBranch)) return undefined;
  return headOf(type, request, { draft: DRAFT, fork: FORK });
}

/** Commits of watched branches are scanned; a merge request names the branch to compare with. */
function merging({ type, config: { branches } }: TriggerOf<'hostb_push'>, request: PullRequest): FiringOf | undefined {
  return isAmong(branches, request.branch)
    ? headOf(type, request, { draft: DRAFT_MERGE_REQUEST, fork: FORKED_MERGE_REQUEST })
    : undefined;
}

function headOf(
  type: TriggerType,
  request: PullRequest,
  skips: Readonly<Record<'draft' | 'fork', SkipReason>>,
): FiringOf {
  const { event, branch, targetBranch, commit, number, repository, author, draft, fork } = request;
  const firing: FiringOf = {
    trigger: {
      type,
      event,
      repository,
      branch,
      targetBranch,
      pullRequest: number,
      commitSha: commit,
      ...orderOf(request),
      ...(author !== undefined && { author }),
    },
  };
  const skip = draft ? skips.draft : fork && !fork.byCollaborator ? skips.fork : undefined;
  return skip === undefined ? firing : { ...firing, skip };
}

/** The order in which events of a branch happened, if they arrive in another order. */
const orderOf = ({
  before,
  forced,
  changedAt,
}: Pick<Push, 'before' | 'forced' | 'changedAt'>): Pick<FiringTrigger, 'before' | 'forced' | 'changedAt'> => ({
  ...(before !== undefined && { before }),
  ...(forced && { forced }),
  ...(changedAt !== undefined && { changedAt }),
});

const DRAFT: SkipReason = {
  code: 'draft',
  reason:
    'The pull request is a draft: it is scanned with the first event that the automation watches after it is ready, ' +
    'which ready_for_review is if it is among its events',
};

/** Scans cost credits, and anybody may open a pull request from a fork. */
const FORK: SkipReason = {
  code: 'fork',
  reason:
    'The pull request comes from a fork, by somebody who is neither a member nor a collaborator, and would spend the ' +
    'credits of this organization: push its commits to a branch of the repository to have them scanned',
};

const DRAFT_MERGE_REQUEST: SkipReason = {
  code: 'draft',
  reason: 'The merge request is a draft: until it is ready, each push is compared with its own branch',
};

const FORKED_MERGE_REQUEST: SkipReason = {
  code: 'fork',
  reason:
    'The merge request comes from a fork, and would spend the credits of this organization; the host does not say ' +
    'whether its author is a member of the project: push its commits to a branch of the project to have them scanned',
};
