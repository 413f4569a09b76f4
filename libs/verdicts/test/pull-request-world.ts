import type { FindingPlace } from '@assay/findings';
import { type Channel, type DeliveryOutcome, ListDeliveries, type OutgoingMessage } from '@assay/notifications';
import type { TargetSources } from '@assay/scanning';
import { createTargetGuard, parseAllowedTargets } from '@assay/targets';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FailingAppends } from '../../billing/test/failing-appends';
import { codeHostApi } from '../../../test/support/code-host-api';
import {
  type VerdictGiven,
  HostLimits,
  checkRunChannel,
  commitStatusChannel,
  pullRequestCommentChannel,
  verdictStream,
} from '../src';
import type { CommitStatus } from '../src/domain/commit-status';
import type { AnnotationNews, PullRequestNews } from '../src/domain/pull-request-news';
import { queryBusOf } from '../../platform/test/buses';

const TOKEN = 'a-token-of-the-organization';
const AT = '2026-11-05T10:00:00.000Z';
export const SHA = 'c'.repeat(40);
const LINK = 'https://assay.example/a-link';

export const findingPlace = (number: number, more: Partial<FindingPlace> = {}): FindingPlace => ({
  id: `fnd_${number}`,
  severity: 'high',
  title: `eval is called (${number})`,
  description: 'The text that is evaluated is a parameter.',
  suggestion: 'Call the function by its name.',
  file: 'src/a.js',
  line: number,
  tool: 'js-eval',
  rule: 'no-eval',
  ...more,
});

export const verdictOf = (scan: number, more: Partial<VerdictGiven['data']> = {}): VerdictGiven['data'] => ({
  sessionId: `ses_${scan}`,
  scanId: `scn_${scan}`,
  organizationId: 'org_1',
  projectId: 'prj_1',
  automationId: 'aut_1',
  historyId: `run_${scan}`,
  verdict: 'fail',
  reason: '1 new finding of severity high or above',
  notes: [],
  conditions: {
    failOn: 'high',
    branch: 'change',
    commit: SHA,
    targetBranch: 'main',
    baseline: { scanId: 's', at: AT },
  },
  counts: {
    new: { critical: 0, high: 1, medium: 0, low: 0, info: 0 },
    decided: 0,
    gone: 2,
    unchanged: 14,
    notObserved: 0,
  },
  newFindings: { ids: ['fnd_1'], total: 1, failing: 1 },
  missingTools: [],
  at: AT,
  ...more,
});

/** Channels that tell stand-ins of both hosts, over HTTP, with a clock that stands until it is moved. */
export class PullRequestWorld {
  readonly events = new FailingAppends();
  readonly places = new Map<string, FindingPlace>([['fnd_1', findingPlace(1)]]);
  now = Date.parse(AT);
  /** Whether the operator has allowed the address of the hosts, which is private. */
  isAllowed = true;
  readonly limits = new HostLimits();

  private constructor(
    readonly api: ReturnType<typeof codeHostApi>,
    private readonly server: Server,
  ) {}

  static async begin({ isApp = false } = {}): Promise<PullRequestWorld> {
    const api = codeHostApi(TOKEN, { isApp });
    const server = createServer((request, response) => void api.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const world = new PullRequestWorld(api, server);
    for (const integration of ['hosta', 'hostb'])
      await world.events.append('integrations-org_1', [
        {
          type: 'IntegrationChanged',
          data: { organizationId: 'org_1', integration, credentials: { accessToken: 'sec_1' }, by: 'key_1', at: AT },
        },
      ]);
    return world;
  }

  end(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  async given(verdict: VerdictGiven['data']): Promise<void> {
    await this.events.append(verdictStream(verdict.sessionId), [{ type: 'VerdictGiven', data: verdict }]);
  }

  /** Delivers a comment on the n-th scan, whose automation fired in that second. */
  comment(scan: number, more: Partial<PullRequestNews> = {}, id = `ntf_${scan}`): Promise<DeliveryOutcome> {
    const content: PullRequestNews = {
      host: 'hosta',
      repository: 'ada/shop',
      number: 7,
      branch: 'change',
      automationId: 'aut_1',
      automationName: 'On pull request',
      triggeredAt: new Date(Date.parse(AT) + scan * 1_000).toISOString(),
      sessionId: `ses_${scan}`,
      scanId: `scn_${scan}`,
      ...more,
    };
    return this.deliver(pullRequestCommentChannel(this.options()), id, content);
  }

  annotate(scan: number): Promise<DeliveryOutcome> {
    const about = { sessionId: `ses_${scan}`, scanId: `scn_${scan}` };
    const content: AnnotationNews = { host: 'hosta', repository: 'ada/shop', sha: SHA, ...about };
    return this.deliver(checkRunChannel(this.options()), `ntf_a${scan}`, content);
  }

  status(scan: number): Promise<DeliveryOutcome> {
    const about = { sessionId: `ses_${scan}`, scanId: `scn_${scan}` };
    const said = { state: 'failure', description: 'fail: 1 new finding' } as const;
    const content: CommitStatus = { host: 'hosta', repository: 'ada/shop', sha: SHA, ...said, ...about };
    return this.deliver(commitStatusChannel(this.options()), `ntf_s${scan}`, content);
  }

  private deliver(channel: Channel, id: string, content: unknown): Promise<DeliveryOutcome> {
    const cause = { eventId: 'event', type: 'VerdictGiven', stream: 'verdict-1', revision: 0 };
    const message: OutgoingMessage = {
      id,
      organizationId: 'org_1',
      destination: 'somewhere',
      topic: 'verdict.given',
      cause,
      content,
      requestedAt: AT,
      attempt: 1,
    };
    return channel.deliver(message, new AbortController().signal);
  }

  private options() {
    const place = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    const allowed = parseAllowedTargets(this.isAllowed ? place : '');
    if (!allowed.ok) throw new Error(allowed.refusal);
    const address = `http://${place}`;
    const secrets = { get: async () => TOKEN } as never;
    const findingsIn = ({ input }: { input: { findingIds: readonly string[] } }) =>
      input.findingIds.flatMap((id) => this.places.get(id) ?? []);
    return {
      sources: {
        guard: createTargetGuard({ allowed: allowed.value }),
        addresses: { hosta: address, hostb: address } as TargetSources['addresses'],
      },
      stores: { events: this.events, secrets },
      clock: { now: () => new Date(this.now) },
      limits: this.limits,
      shared: { addressOf: async () => LINK },
      queries: queryBusOf(async (query) =>
        (query as object) instanceof ListDeliveries ? { deliveries: [], total: 0 } : findingsIn(query),
      ),
      caughtUp: async () => undefined,
    };
  }
}
