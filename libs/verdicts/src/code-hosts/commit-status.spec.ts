import { type CommitStatus, descriptionOf, stateOf } from '../domain/commit-status';
import type { VerdictGiven } from '../domain/verdict-events';
import { outcomeOf } from './status-answer';
import { statusRequest } from './status-request';

const status: CommitStatus = {
  host: 'hosta',
  repository: 'ada/shop',
  sha: 'c'.repeat(40),
  state: 'failure',
  description: 'fail: 1 new finding of severity high or above',
  sessionId: 'ses_1',
  link: null,
};
const NOW = Date.parse('2026-11-05T10:00:00.000Z');
const answered = (code: number, headers = {}, text = '{}') => outcomeOf(code, headers, text, NOW);

describe('the status of a commit', () => {
  it.each([
    ['https://github.com', 'https://api.github.com/repos/ada/shop/statuses/'],
    ['https://code.example/', 'https://code.example/api/v3/repos/ada/shop/statuses/'],
  ])('is told the API of hosta at %s', (base, url) =>
    expect(statusRequest(status, base, 'secret')).toMatchObject({
      url: `${url}${status.sha}`,
      headers: { authorization: 'Bearer secret' },
      body: JSON.stringify({ state: 'failure', description: status.description, context: 'assay' }),
    }),
  );

  it('is told the API of hostb, by its own names, with the path of the project as one segment', () =>
    expect(
      statusRequest(
        { ...status, host: 'hostb', repository: 'group/sub/shop', link: 'https://assay.example/1' },
        'https://code.example/git',
        'secret',
      ),
    ).toEqual({
      url: `https://code.example/git/api/v4/projects/group%2Fsub%2Fshop/statuses/${status.sha}`,
      headers: { 'content-type': 'application/json', 'private-token': 'secret' },
      body: JSON.stringify({
        state: 'failed',
        description: status.description,
        name: 'assay',
        target_url: 'https://assay.example/1',
      }),
    }));

  it.each<['pass' | 'fail' | 'inconclusive', 'high' | null, CommitStatus['state']]>([
    ['pass', 'high', 'success'],
    ['fail', 'high', 'failure'],
    ['inconclusive', 'high', 'error'],
    ['inconclusive', null, 'success'],
  ])('of %s with failOn %s is %s', (verdict, failOn, state) =>
    expect(stateOf({ verdict, conditions: { failOn } } as VerdictGiven['data'])).toBe(state),
  );

  it('says no more than a host takes, and no control character', () => {
    const said = descriptionOf({ verdict: 'inconclusive', reason: `\u0007${'é𝒳'.repeat(200)}` });
    expect([...said]).toHaveLength(140);
    expect(said).toMatch(/^inconclusive: {2}é𝒳.*…$/u);
  });

  it('is told again later where the host limits requests, when it says', () => {
    expect(answered(429, { 'retry-after': '7' })).toMatchObject({ kind: 'retry', after: 7_000 });
    const reset = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1_000 + 90) };
    expect(answered(403, reset)).toMatchObject({ kind: 'retry', after: 90_000 });
    expect(answered(429)).toMatchObject({ kind: 'retry', after: undefined });
    expect(answered(502)).toMatchObject({ kind: 'retry' });
  });

  it('is not told again where the host refuses it, or has it already', () => {
    expect([201, 403, 401, 404, 422].map((code) => answered(code).kind)).toEqual([
      'delivered',
      ...Array.from({ length: 4 }, () => 'failed'),
    ]);
    expect(answered(400, {}, 'Cannot transition status via :enqueue from :pending').kind).toBe('delivered');
  });
});
