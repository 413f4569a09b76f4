import type { ListDeliveries, OutgoingMessage } from '@assay/notifications';
import { FailingAppends } from '../../../billing/test/failing-appends';
import { type CommitStatus, descriptionOf, stateOf } from '../domain/commit-status';
import { commitStatusChannel } from './commit-status.channel';
import { apiOf } from './host-api';
import { outcomeOf } from './host-answer';
import { HostLimits } from './host-limits';
import { statusRequest } from './status-request';
import { queryBusOf } from '../../../platform/test/buses';

const status: CommitStatus & { link: string | null } = {
  host: 'hosta',
  repository: 'ada/shop',
  sha: 'c'.repeat(40),
  state: 'failure',
  description: 'fail: 1 new finding of severity high or above',
  sessionId: 'ses_1',
  automation: { automationId: 'aut_1', statusName: 'assay/on-push-1' },
  link: null,
};
const NOW = Date.parse('2026-11-05T10:00:00.000Z');
const answered = (code: number, headers = {}, text = '{}') =>
  outcomeOf({ status: code, headers, text }, 'status', new Date(NOW));

describe('the status of a commit', () => {
  it.each([
    ['hosta', 'https://github.com', 'https://api.github.com'],
    ['hosta', 'https://code.example/', 'https://code.example/api/v3'],
    ['hostb', 'https://code.example/git', 'https://code.example/git/api/v4'],
  ] as const)('is told the API of %s at %s', (host, base, api) => expect(apiOf(host, base)).toBe(api));

  it('is told hosta by the names of its API', () =>
    expect(statusRequest(status)).toEqual({
      method: 'POST',
      path: `/repos/ada/shop/statuses/${status.sha}`,
      body: { state: 'failure', description: status.description, context: 'assay/on-push-1' },
    }));

  it('keeps the name with which an earlier release began to tell it', () => {
    const { automation: _, ...earlier } = status;
    expect(statusRequest(earlier).body).toMatchObject({ context: 'assay' });
  });

  it('is told hostb by its own names, with the path of the project as one segment', () =>
    expect(
      statusRequest({ ...status, host: 'hostb', repository: 'group/sub/shop', link: 'https://assay.example/1' }),
    ).toEqual({
      method: 'POST',
      path: `/projects/group%2Fsub%2Fshop/statuses/${status.sha}`,
      body: {
        state: 'failed',
        description: status.description,
        name: 'assay/on-push-1',
        target_url: 'https://assay.example/1',
      },
    }));

  it.each<['pass' | 'fail' | 'inconclusive', 'high' | null, CommitStatus['state']]>([
    ['pass', 'high', 'success'],
    ['fail', 'high', 'failure'],
    ['inconclusive', 'high', 'error'],
    ['inconclusive', null, 'success'],
  ])('of %s with failOn %s is %s', (verdict, failOn, state) => expect(stateOf({ verdict, failOn })).toBe(state));

  it('says no more than a host takes, and no control character', () => {
    const said = descriptionOf(`inconclusive: \u0007${'é𝒳'.repeat(200)}`);
    expect([...said]).toHaveLength(140);
    expect(said).toMatch(/^inconclusive: {2}é𝒳.*…$/u);
  });

  it('is told again later where the host limits requests, when it says', () => {
    expect(answered(429, { 'retry-after': '7' })).toMatchObject({ kind: 'retry', after: 7_000 });
    const reset = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1_000 + 90) };
    expect(answered(403, reset)).toMatchObject({ kind: 'retry', after: 90_000 });
    expect(answered(429, { 'ratelimit-remaining': '0', 'ratelimit-reset': String(NOW / 1_000 + 30) })).toMatchObject({
      kind: 'retry',
      after: 30_000,
    });
    expect(answered(429)).toMatchObject({ kind: 'retry', after: undefined });
    expect(answered(403, {}, '{"message":"You have exceeded a secondary rate limit."}')).toMatchObject({
      kind: 'retry',
    });
    expect(answered(502)).toMatchObject({ kind: 'retry' });
  });

  it('is not told again where the host refuses it, or has it already', () => {
    expect([201, 403, 401, 404, 422].map((code) => answered(code).kind)).toEqual([
      'delivered',
      ...Array.from({ length: 4 }, () => 'failed'),
    ]);
    expect(answered(400, {}, 'Cannot transition status via :enqueue from :pending').kind).toBe('delivered');
  });

  it.each([
    ['2026-11-05T10:00:01.000Z', 'a newer status of the commit was told meanwhile'],
    ['2026-11-05T10:00:00.000Z', 'this service has no address of hosta'],
    [undefined, 'this service has no address of hosta'],
  ])('does not set back what was told that was requested at %s', async (told, reason) => {
    const about = { organizationId: 'org_1', destination: `hosta ${status.sha} ada/shop` };
    const execute = async ({ input }: ListDeliveries) => {
      expect(input).toEqual({ ...about, channel: 'commit-status', status: 'delivered', limit: 1, offset: 0 });
      return { deliveries: told === undefined ? [] : [{ requestedAt: told }], total: 1 };
    };
    const channel = commitStatusChannel({
      sources: { guard: {} as never, addresses: {} as never },
      stores: { events: new FailingAppends(), secrets: {} as never },
      clock: { now: () => new Date(NOW) },
      limits: new HostLimits(),
      shared: { addressOf: async () => null },
      queries: queryBusOf(execute),
      caughtUp: async () => undefined,
    });
    const message = { ...about, requestedAt: new Date(NOW).toISOString(), content: status };
    const outcome = await channel.deliver(message as OutgoingMessage, new AbortController().signal);
    expect(outcome).toEqual({ kind: 'skipped', reason });
  });
});
