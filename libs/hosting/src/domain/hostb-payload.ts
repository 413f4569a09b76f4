import type { PullRequest, PullRequestEvent, PayloadReading } from './happening';
import { PayloadFields } from './payload-fields';

const NO_COMMIT = /^0+$/;

/**
 * Reads a delivery of a GitLab-compatible host. Its payload names the event; the header X-Gitlab-Event is the same in
 * words, and of system hooks for all events.
 *
 * @throws RefusedError VALIDATION_ERROR for a payload of an event that is acted on and does not have its fields
 */
export function readHostb(event: string, payload: unknown): PayloadReading {
  const fields = PayloadFields.of(payload);
  const kind = fields.label('object_kind') ?? fields.label('event_name');
  if (kind === 'push' || kind === 'tag_push') return readPush(fields, kind);
  if (kind === 'merge_request') return readMergeRequest(fields);
  return {
    ignored: `${kind ?? event}: no automation follows this event; choose push and merge request events in the webhook`,
  };
}

function readPush(payload: PayloadFields, kind: 'push' | 'tag_push'): PayloadReading {
  const repository = payload.object('project').repository('path_with_namespace');
  const author = payload.label('user_username') ?? payload.label('user_name');
  const about = { repository, ...(author !== undefined && { author }) };
  const reference = payload.reference('ref');
  const after = payload.text('after');
  const deleted = NO_COMMIT.test(after);
  if (reference.kind === 'other') return { ignored: `${kind}: what changed is neither a branch nor a tag` };
  if (reference.kind === 'tag') return { happening: { ...about, kind: 'tag', tag: reference.name, deleted } };
  const branch = reference.name;
  if (deleted) return { happening: { ...about, kind: 'branch-deleted', branch } };
  const commit = payload.commit('after');
  const before = payload.text('before');
  const bringsNone = payload.count('commits') === 0;
  if (bringsNone && (NO_COMMIT.test(before) || before === commit))
    return { happening: { ...about, kind: 'empty-push', branch, commit } };
  const from = payload.commitOrNone('before');
  // The host does not say so in another way: a branch that was set back lists no commits, and has another content.
  const order = { ...(from !== undefined && { before: from }), ...(bringsNone && { forced: true as const }) };
  return { happening: { ...about, kind: 'push', branch, commit, ...order } };
}

function readMergeRequest(payload: PayloadFields): PayloadReading {
  const request = payload.object('object_attributes');
  const happened = eventOf(request, payload.objectOrNull('changes'));
  if (happened === undefined)
    return { ignored: 'merge_request: neither its commits nor its target branch changed, nor whether it is open' };
  const repository = payload.object('project').repository('path_with_namespace');
  const author = payload.objectOrNull('user')?.label('username');
  const number = request.number('iid');
  // Null if the fork is gone by now.
  const isFork = request.numberOrNull('source_project_id') !== request.number('target_project_id');
  const about = {
    repository,
    number,
    // Two forks may call their branches the same. The repository has the head of each under its number.
    branch: isFork ? `merge-requests/${number}/head` : request.branch('source_branch'),
    ...(author !== undefined && { author }),
  };
  if (happened === 'left')
    return isFork
      ? { ignored: 'merge_request: of what comes from a fork, pushes are not followed' }
      : { happening: { ...about, kind: 'pull-request-left' } };
  const head = request.objectOrNull('last_commit');
  if (head === null) return { ignored: 'merge_request: it has no commit' };
  const before = happened === 'synchronize' ? request.commitOrNone('oldrev') : undefined;
  const changedAt = request.instant('updated_at');
  const happening: PullRequest = {
    ...about,
    kind: 'pull-request',
    event: happened,
    targetBranch: request.branch('target_branch'),
    commit: head.commit('id'),
    draft: isDraft(request),
    // No payload has the role of its author in the project.
    fork: isFork ? { byCollaborator: undefined } : null,
    ...(before !== undefined && { before }),
    ...(changedAt !== undefined && { changedAt }),
  };
  return { happening };
}

/** `work_in_progress` is its name in releases of GitLab before `draft`. */
const DRAFT_FIELDS = ['draft', 'work_in_progress'];
const isDraft = (request: PayloadFields): boolean => DRAFT_FIELDS.some((name) => request.flag(name));

/** By the names that pull requests have. A new target branch is another comparison, as new commits are. */
function eventOf(request: PayloadFields, changes: PayloadFields | null): PullRequestEvent | 'left' | undefined {
  switch (request.label('action')) {
    case 'open':
      return 'opened';
    case 'reopen':
      return 'reopened';
    case 'close':
    case 'merge':
      return 'left';
    case 'update': {
      if (request.commitOrNone('oldrev') !== undefined) return 'synchronize';
      const draft = DRAFT_FIELDS.map((name) => changes?.objectOrNull(name)).find((change) => change);
      if (draft) return draft.flag('current') ? 'left' : 'ready_for_review';
      return changes?.objectOrNull('target_branch') ? 'synchronize' : undefined;
    }
    default:
      return undefined;
  }
}
