import type { Reading } from './happening';
import { PayloadFields } from './payload-fields';

const NO_COMMIT = /^0+$/;

/**
 * What a delivery of a GitLab-compatible host says. Its payload names the event; the header X-Gitlab-Event is the same
 * in words, and of system hooks for all events.
 *
 * @throws RefusedError VALIDATION_ERROR for a payload of an event that is acted on and does not have its fields
 */
export function readHostb(event: string, payload: unknown): Reading {
  const fields = PayloadFields.of(payload);
  const kind = fields.label('object_kind') ?? fields.label('event_name');
  if (kind === 'push' || kind === 'tag_push') return readPush(fields, kind);
  return { ignored: `${kind ?? event}: no automation follows this event; choose push events in the webhook` };
}

function readPush(payload: PayloadFields, kind: 'push' | 'tag_push'): Reading {
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
