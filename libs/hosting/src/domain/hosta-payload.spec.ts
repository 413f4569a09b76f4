import { RefusedError } from '@assay/kernel';
import schema from '@octokit/webhooks-schemas/schema.json';
import Ajv from 'ajv';
import {
  NO_COMMIT,
  type PullRequestFields,
  type PushFields,
  ping,
  pullRequest,
  push,
} from '../../../../test/support/hosting/hosta-payloads';
import { readHosta } from './hosta-payload';

const COMMIT = 'a'.repeat(40);
const BEFORE = 'b'.repeat(40);
const ABOUT = { repository: 'ada/shop', branch: 'main', commit: COMMIT, author: 'grace' };
const CHANGED = { changedAt: '2026-01-01T00:00:00.000Z' };
const PUSHED = { kind: 'push', ...ABOUT, before: BEFORE, ...CHANGED };
const REQUESTED = {
  kind: 'pull-request',
  event: 'opened',
  repository: 'ada/shop',
  number: 12,
  branch: 'feature',
  targetBranch: 'main',
  commit: COMMIT,
  draft: false,
  fork: null,
  author: 'grace',
  ...CHANGED,
};

// Without the schema of any message at all, which takes Ajv seconds to compile.
const { definitions } = schema;
const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema({ definitions }, 'hosta');
/** Fails where the host's published schema does not allow the payload, so that no test rests on one it never sends. */
function sent<Payload>(event: string, payload: Payload): Payload {
  ajv.validate(`hosta#/definitions/${event}`, payload);
  expect({ event, errors: ajv.errors }).toEqual({ event, errors: null });
  return payload;
}
const readPush = (fields: PushFields) => readHosta('push', sent('push$event', push(fields)));
const readPullRequest = (fields: PullRequestFields) =>
  readHosta('pull_request', sent(`pull_request$${fields.action ?? 'opened'}`, pullRequest(fields)));

function refusedField(event: string, payload: unknown): string | undefined {
  try {
    readHosta(event, payload);
  } catch (error) {
    if (error instanceof RefusedError) return (error.refusal.details as { field: string }[])[0]!.field;
    throw error;
  }
  return undefined;
}

describe('a payload of hosta', () => {
  it('is checked against what the host publishes: one without a field that it has is not accepted there', () => {
    const { ref: _, ...without } = push();
    expect(ajv.validate('hosta#/definitions/push$event', without)).toBe(false);
  });

  it.each<[string, PushFields, object]>([
    ['a push', {}, PUSHED],
    ['a push to a branch with slashes', { ref: 'refs/heads/feature/a/b' }, { ...PUSHED, branch: 'feature/a/b' }],
    ['the first push of a branch', { before: NO_COMMIT }, { kind: 'push', ...ABOUT, ...CHANGED }],
    ['a branch that is made of what was there', { before: NO_COMMIT, commits: [] }, { ...ABOUT, kind: 'empty-push' }],
    ['a push that changes nothing', { before: COMMIT, commits: [] }, { ...ABOUT, kind: 'empty-push' }],
    [
      'a push by force',
      { forced: true, pushedAt: 1_767_225_601 },
      { ...PUSHED, forced: true, changedAt: '2026-01-01T00:00:01.000Z' },
    ],
    ['a branch that is set back, which has another content', { commits: [] }, PUSHED],
    [
      'the end of a branch',
      { after: NO_COMMIT },
      { kind: 'branch-deleted', repository: 'ada/shop', branch: 'main', author: 'grace' },
    ],
    [
      'a tag',
      { ref: 'refs/tags/v1.0', before: NO_COMMIT },
      { kind: 'tag', repository: 'ada/shop', tag: 'v1.0', deleted: false, author: 'grace' },
    ],
    [
      'the end of a tag',
      { ref: 'refs/tags/v1.0', after: NO_COMMIT },
      { kind: 'tag', repository: 'ada/shop', tag: 'v1.0', deleted: true, author: 'grace' },
    ],
  ])('says %s', (_, fields, happening) => expect(readPush(fields)).toEqual({ happening }));

  it.each<[string, PullRequestFields, object]>([
    ['one that is opened', {}, {}],
    ['one that has new commits', { action: 'synchronize' }, { event: 'synchronize', before: BEFORE }],
    ['one that was changed later', { updatedAt: '2026-01-02T00:00:00Z' }, { changedAt: '2026-01-02T00:00:00.000Z' }],
    ['one that is reopened', { action: 'reopened' }, { event: 'reopened' }],
    ['one that is no draft any more', { action: 'ready_for_review' }, { event: 'ready_for_review' }],
    ['a draft', { draft: true }, { draft: true }],
    [
      "a stranger's fork",
      { from: 'eve/shop', branch: 'main' },
      { branch: 'pull/12/head', fork: { byCollaborator: false } },
    ],
    [
      "a member's fork",
      { from: 'grace/shop', association: 'MEMBER' },
      { branch: 'pull/12/head', fork: { byCollaborator: true } },
    ],
    ['a fork that is gone', { from: null }, { branch: 'pull/12/head', fork: { byCollaborator: false } }],
    ['the same repository in other letters', { from: 'Ada/Shop' }, {}],
  ])('says a pull request: %s', (_, fields, happening) =>
    expect(readPullRequest(fields)).toEqual({ happening: { ...REQUESTED, ...happening } }),
  );

  it.each([
    ['ping', sent('ping$event', ping())],
    ['issues', {}],
    ['create', {}],
    ['check_run', null],
    ['toString', {}],
    ['pull_request', { ...pullRequest(), action: 'labeled' }],
    ['pull_request', { ...pullRequest(), action: 'closed' }],
    ['push', push({ ref: 'refs/notes/commits' })],
  ])('of the event %s is ignored, with the reason', (event, payload) =>
    expect(readHosta(event, payload)).toEqual({ ignored: expect.stringMatching(new RegExp(`^${event}: \\w`)) }),
  );

  it.each<[string, string, unknown]>([
    ['', 'push', null],
    ['', 'push', []],
    ['', 'push', 'a text'],
    ['repository', 'push', {}],
    ['repository', 'push', { ...push(), repository: 'ada/shop' }],
    ['repository', 'push', JSON.parse('{"__proto__": {"repository": {"full_name": "ada/shop"}}}')],
    ...['../shop', 'ada/..', 'ada/-shop', 'ada', 'ada/shop\n', 'ada/sh op', 'a/'.repeat(3_000)].map(
      (name): [string, string, unknown] => [
        'repository.full_name',
        'push',
        { ...push(), repository: { full_name: name } },
      ],
    ),
    ...[
      'refs/heads/',
      'refs/heads/-x',
      'refs/heads/../main',
      'refs/heads/a..b',
      'refs/heads/a\u0000b',
      'refs/heads/a\u001b[2Jb',
      'refs/heads/a b',
      'refs/heads/a\\b',
      'refs/heads/a:b',
      'refs/heads/a.lock',
      'refs/heads/.a',
      'refs/heads/@{1}',
      'refs/heads/\ud800',
      `refs/heads/${'x'.repeat(300)}`,
      'refs/tags/--upload-pack=x',
      'main',
    ].map((ref): [string, string, unknown] => ['ref', 'push', push({ ref })]),
    ['after', 'push', push({ after: 'HEAD' })],
    ['after', 'push', push({ after: 'a'.repeat(64) })],
    ['after', 'push', push({ after: 'A'.repeat(40) })],
    ['after', 'push', { ...push(), after: 40 }],
    ['before', 'push', { ...push({ commits: [] }), before: null }],
    ['action', 'pull_request', { ...pullRequest(), action: 1 }],
    ['pull_request', 'pull_request', { ...pullRequest(), pull_request: null }],
    ['pull_request.number', 'pull_request', pullRequest({ number: 1.5 })],
    ['pull_request.head.sha', 'pull_request', pullRequest({ commit: '--output=x' })],
    ['pull_request.head.ref', 'pull_request', pullRequest({ branch: '../main' })],
    ['pull_request.base.ref', 'pull_request', pullRequest({ targetBranch: '-f' })],
  ])('is refused by its field "%s" in an event %s where that is not what the host sends', (field, event, payload) =>
    expect(refusedField(event, payload)).toBe(field),
  );

  it('names its author in one short line that no terminal obeys', () => {
    const author = `\u001b[31mgrace\u202e\n${'x'.repeat(1_000_000)}`;
    const { happening } = readHosta('push', { ...push(), sender: { login: author } }) as { happening: object };
    expect(happening).toEqual({ ...PUSHED, author: `[31mgrace${'x'.repeat(91)}` });
  });

  it('keeps nothing of a million commits', () => {
    const commits = Array.from({ length: 1_000_000 }, () => null);
    expect(readHosta('push', { ...push(), commits })).toEqual({ happening: PUSHED });
  });
});
