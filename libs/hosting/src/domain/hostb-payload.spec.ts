import { RefusedError } from '@assay/kernel';
import { NO_COMMIT, type PushFields, mergeRequest, push } from '../../../../test/support/hosting/hostb-payloads';
import { readHostb } from './hostb-payload';

const COMMIT = 'a'.repeat(40);
const ABOUT = { repository: 'group/shop', branch: 'main', commit: COMMIT, author: 'grace' };
const PUSHED = { kind: 'push', ...ABOUT, before: 'b'.repeat(40) };

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

  it('says the same where a system hook sent it', () =>
    expect(readHostb('System Hook', push())).toEqual({ happening: PUSHED }));

  it.each([
    ['merge_request', 'Merge Request Hook', mergeRequest()],
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
  ])('is refused by its field "%s" where that is not what the host sends', (field, payload) =>
    expect(refusedField(payload)).toBe(field),
  );
});
