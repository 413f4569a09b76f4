import { RefusedError } from '@assay/kernel';
import {
  type MergeRequestFields,
  NO_COMMIT,
  type PushFields,
  mergeRequest,
  push,
} from '../../../../test/support/hosting/hostb-payloads';
import { readHostb } from './hostb-payload';

const COMMIT = 'a'.repeat(40);
const ABOUT = { repository: 'group/shop', branch: 'main', commit: COMMIT, author: 'grace' };
const PUSHED = { kind: 'push', ...ABOUT, before: 'b'.repeat(40) };

const REQUESTED = {
  kind: 'pull-request',
  event: 'opened',
  repository: 'group/shop',
  number: 12,
  branch: 'feature',
  targetBranch: 'main',
  commit: COMMIT,
  draft: false,
  fork: null,
  author: 'grace',
  changedAt: '2026-01-01T00:00:00.000Z',
};
const LEFT = { kind: 'pull-request-left', repository: 'group/shop', number: 12, branch: 'feature', author: 'grace' };
/** A merge request with other attributes. */
const attributed = (attributes: object) => {
  const payload = mergeRequest();
  return { ...payload, object_attributes: { ...payload.object_attributes, ...attributes } };
};
const changed = (previous: unknown, current: unknown) => ({ previous, current });

function refusedField(payload: unknown): string | undefined {
  try {
    readHostb('Push Hook', payload);
  } catch (error) {
    if (error instanceof RefusedError) return (error.refusal.details as { field: string }[])[0]!.field;
    throw error;
  }
  return undefined;
}

describe('a payload of hostb', () => {
  it.each<[string, PushFields, object]>([
    ['a push', {}, PUSHED],
    ['a push in a subgroup', { project: 'group/sub/deep/shop' }, { ...PUSHED, repository: 'group/sub/deep/shop' }],
    ['the first push of a branch', { before: NO_COMMIT }, { kind: 'push', ...ABOUT }],
    ['a branch that is made of what was there', { before: NO_COMMIT, commits: [] }, { ...ABOUT, kind: 'empty-push' }],
    ['a branch that is set back, which has another content', { commits: [] }, { ...PUSHED, forced: true }],
    [
      'the end of a branch',
      { after: NO_COMMIT },
      { kind: 'branch-deleted', repository: 'group/shop', branch: 'main', author: 'grace' },
    ],
    [
      'a tag',
      { ref: 'refs/tags/v1.0', before: NO_COMMIT, commits: [] },
      { kind: 'tag', repository: 'group/shop', tag: 'v1.0', deleted: false, author: 'grace' },
    ],
    [
      'the end of a tag',
      { ref: 'refs/tags/v1.0', after: NO_COMMIT },
      { kind: 'tag', repository: 'group/shop', tag: 'v1.0', deleted: true, author: 'grace' },
    ],
  ])('says %s', (_, fields, happening) => expect(readHostb('Push Hook', push(fields))).toEqual({ happening }));

  it.each<[string, MergeRequestFields, object]>([
    ['a merge request that is opened', {}, REQUESTED],
    ['one that is opened again', { action: 'reopen' }, { ...REQUESTED, event: 'reopened' }],
    ['a draft', { draft: true }, { ...REQUESTED, draft: true }],
    [
      'new commits',
      { action: 'update', oldrev: 'b'.repeat(40) },
      { ...REQUESTED, event: 'synchronize', before: 'b'.repeat(40) },
    ],
    [
      'that it is ready',
      { action: 'update', changes: { draft: changed(true, false) } },
      { ...REQUESTED, event: 'ready_for_review' },
    ],
    [
      'that it is ready, as earlier releases said',
      { action: 'update', changes: { work_in_progress: changed(true, false) } },
      { ...REQUESTED, event: 'ready_for_review' },
    ],
    [
      'another branch to merge into',
      { action: 'update', targetBranch: 'next', changes: { target_branch: changed('main', 'next') } },
      { ...REQUESTED, event: 'synchronize', targetBranch: 'next' },
    ],
    ['that it is a draft again', { action: 'update', draft: true, changes: { draft: changed(false, true) } }, LEFT],
    ['that it is merged', { action: 'merge' }, LEFT],
    ['that it is closed', { action: 'close' }, LEFT],
    [
      'a fork, of whose author it does not say whether it may push',
      { fork: 'eve/shop', by: 'eve' },
      { ...REQUESTED, author: 'eve', branch: 'merge-requests/12/head', fork: { byCollaborator: undefined } },
    ],
  ])('says %s', (_, fields, happening) =>
    expect(readHostb('Merge Request Hook', mergeRequest(fields))).toEqual({ happening }),
  );

  it('says that a merge request comes from a fork, also where that is gone', () =>
    expect(readHostb('Merge Request Hook', attributed({ source_project_id: null }))).toMatchObject({
      happening: { branch: 'merge-requests/12/head', fork: { byCollaborator: undefined } },
    }));

  it('says the same where a system hook sent it', () =>
    expect(readHostb('System Hook', push())).toEqual({ happening: PUSHED }));

  it.each([
    ['merge_request', 'Merge Request Hook', mergeRequest({ action: 'approved' })],
    ['merge_request', 'Merge Request Hook', mergeRequest({ action: 'update', changes: { title: changed('a', 'b') } })],
    ['merge_request', 'Merge Request Hook', mergeRequest({ action: 'close', fork: 'eve/shop' })],
    ['merge_request', 'Merge Request Hook', attributed({ last_commit: null })],
    ['pipeline', 'Pipeline Hook', { object_kind: 'pipeline' }],
    ['System Hook', 'System Hook', {}],
    ['push', 'Push Hook', push({ ref: 'refs/environments/x' })],
  ])('of %s is ignored, with the reason', (named, event, payload) =>
    expect(readHostb(event, payload)).toEqual({ ignored: expect.stringMatching(new RegExp(`^${named}: \\w`)) }),
  );

  it.each<[string, unknown]>([
    ['', null],
    ['', []],
    ['project', { ...push(), project: undefined }],
    ['project.path_with_namespace', push({ project: 'shop' })],
    ['project.path_with_namespace', push({ project: 'group/../shop' })],
    ['project.path_with_namespace', push({ project: `${'g/'.repeat(30)}shop` })],
    ['ref', { ...push(), ref: ['refs/heads/main'] }],
    ['ref', push({ ref: 'refs/heads/a\r\nb' })],
    ['ref', push({ ref: 'refs/heads/--force' })],
    ['after', push({ after: 'main' })],
    ['after', { ...push(), after: null }],
    ['before', { ...push(), before: undefined, commits: [] }],
    ['object_attributes', { ...mergeRequest(), object_attributes: undefined }],
    ['object_attributes.iid', mergeRequest({ number: 0 })],
    ['object_attributes.source_project_id', attributed({ source_project_id: 'a' })],
    ['object_attributes.last_commit', attributed({ last_commit: 'a' })],
    ['object_attributes.source_branch', mergeRequest({ branch: '--force' })],
    ['object_attributes.target_branch', mergeRequest({ targetBranch: 'a b' })],
    ['object_attributes.last_commit.id', mergeRequest({ commit: 'main' })],
    ['project.path_with_namespace', mergeRequest({ project: 'group/../shop' })],
    ['changes', { ...mergeRequest({ action: 'update' }), changes: 'all' }],
  ])('is refused by its field "%s" where that is not what the host sends', (field, payload) =>
    expect(refusedField(payload)).toBe(field),
  );
});
