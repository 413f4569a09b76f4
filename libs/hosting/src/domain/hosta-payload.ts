import { PULL_REQUEST_EVENTS, type PayloadReading } from './happening';
import { PayloadFields } from './payload-fields';

const NO_COMMIT = /^0+$/;

/**
 * Whose forks are scanned, by what GitHub documents of `author_association`: the owner, a member of the organization
 * that owns the repository, and who was invited to collaborate on it. Not all of them may push, which the payload does
 * not say; but the owner has chosen each of them, and they are those whose forks run workflows without approval at the
 * strictest setting that GitHub has. CONTRIBUTOR, FIRST_TIMER and the others say no more than that somebody has written
 * there before, or never: anybody may become that.
 */
const CHOSEN_BY_OWNER: ReadonlySet<string> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/**
 * Reads a delivery of a GitHub-compatible host.
 *
 * @param event the header X-GitHub-Event
 * @throws RefusedError VALIDATION_ERROR for a payload of an event that is acted on and does not have its fields
 */
export function readHosta(event: string, payload: unknown): PayloadReading {
  switch (event) {
    case 'push':
      return readPush(PayloadFields.of(payload));
    case 'pull_request':
      return readPullRequest(PayloadFields.of(payload));
    case 'ping':
      return {
        ignored: 'ping: the address and the secret are right; deliveries of pushes and pull requests are taken',
      };
    case 'create':
    case 'delete':
      return { ignored: `${event}: the event push says the same, and is what automations follow` };
    default:
      return { ignored: `${event}: no automation follows this event; choose pushes and pull requests in the webhook` };
  }
}

function readPush(payload: PayloadFields): PayloadReading {
  const inRepository = payload.object('repository');
  const repository = inRepository.repository('full_name');
  const author = payload.objectOrNull('sender')?.label('login') ?? payload.objectOrNull('pusher')?.label('name');
  const about = { repository, ...(author !== undefined && { author }) };
  const reference = payload.reference('ref');
  const deleted = payload.flag('deleted');
  if (reference.kind === 'other') return { ignored: 'push: what changed is neither a branch nor a tag' };
  if (reference.kind === 'tag') return { happening: { ...about, kind: 'tag', tag: reference.name, deleted } };
  const branch = reference.name;
  if (deleted) return { happening: { ...about, kind: 'branch-deleted', branch } };
  const commit = payload.commit('after');
  if (bringsNothing(payload, commit)) return { happening: { ...about, kind: 'empty-push', branch, commit } };
  const order = {
    ...orderOf(payload.commitOrNone('before'), inRepository.instant('pushed_at')),
    ...(payload.flag('forced') && { forced: true as const }),
  };
  return { happening: { ...about, kind: 'push', branch, commit, ...order } };
}

const orderOf = (before: string | undefined, changedAt: string | undefined) => ({
  ...(before !== undefined && { before }),
  ...(changedAt !== undefined && { changedAt }),
});

/**
 * A branch that was made of commits that were there, or one that did not move. A branch that was set back lists no
 * commits either, and has another content than before.
 */
function bringsNothing(payload: PayloadFields, commit: string): boolean {
  if (payload.count('commits') > 0) return false;
  const before = payload.text('before');
  return NO_COMMIT.test(before) || before === commit;
}

function readPullRequest(payload: PayloadFields): PayloadReading {
  const action = payload.text('action');
  const event = PULL_REQUEST_EVENTS.find((each) => each === action);
  if (event === undefined) return { ignored: 'pull_request: its commits did not change, or it is closed' };
  const pullRequest = payload.object('pull_request');
  const repository = payload.object('repository').repository('full_name');
  const head = pullRequest.object('head');
  const number = pullRequest.number('number');
  // Null if the fork is gone by now.
  const headRepository = head.objectOrNull('repo');
  const isFork = headRepository?.repository('full_name').toLowerCase() !== repository.toLowerCase();
  const author = pullRequest.objectOrNull('user')?.label('login');
  const fork = isFork ? { byCollaborator: CHOSEN_BY_OWNER.has(pullRequest.text('author_association')) } : null;
  return {
    happening: {
      kind: 'pull-request',
      repository,
      event,
      number,
      // Two forks may call their branches the same. The repository has the head of each under its number.
      branch: isFork ? `pull/${number}/head` : head.branch('ref'),
      targetBranch: pullRequest.object('base').branch('ref'),
      commit: head.commit('sha'),
      draft: pullRequest.flag('draft'),
      fork,
      ...orderOf(payload.commitOrNone('before'), pullRequest.instant('updated_at')),
      ...(author !== undefined && { author }),
    },
  };
}
