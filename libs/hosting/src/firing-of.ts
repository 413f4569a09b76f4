import type { FiringTrigger, SkipReason, Trigger, TriggerOf, TriggerType } from '@assay/automations';
import { isAmong } from './domain/branch-globs';
import type { Host } from './domain/delivery';
import type { Happening, PullRequest, Push } from './domain/happening';

/** What a delivery means to an automation that follows it. */
export interface FiringOf {
  readonly trigger: FiringTrigger;
  /** It starts no scan, and this is why. */
  readonly skip?: SkipReason;
}

/** The type of trigger that waits for it. */
export const triggerTypeOf = (host: Host, happening: Happening): TriggerType | undefined => {
  if (happening.kind === 'pull-request') return host === 'hosta' ? 'hosta_pr' : undefined;
  return host === 'hosta' ? 'hosta_push' : 'hostb_push';
};

/**
 * What follows from what happened for an automation with this trigger; undefined where it is none of its business:
 * another repository, another event, a branch that it does not watch. Of branches that nobody watches there is no
 * trace in its history: they would be most of it. A tag has no branch by which it could be left out.
 */
export function firingOf(trigger: Trigger, happening: Happening): FiringOf | undefined {
  switch (trigger.type) {
    case 'hosta_push':
      return happening.kind === 'pull-request' || !isSame(trigger.config.repository, happening.repository)
        ? undefined
        : pushed(trigger, happening);
    case 'hostb_push':
      return happening.kind === 'pull-request' || !isSame(trigger.config.projectPath, happening.repository)
        ? undefined
        : pushed(trigger, happening);
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
  happening: Exclude<Happening, PullRequest>,
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
  const { event, branch, targetBranch, commit, number, repository, author, draft, fork } = request;
  if (!events.includes(event) || !isAmong(targetBranches, targetBranch)) return undefined;
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
  const skip = draft ? DRAFT : fork && !fork.byCollaborator ? FORK : undefined;
  return skip === undefined ? firing : { ...firing, skip };
}

/** By which events of a branch that are told in another order than they happened are told apart. */
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
