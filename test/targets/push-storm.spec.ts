import { randomUUID } from 'node:crypto';
import { costOf, expectSoundLedger } from '../faults/accounts';
import { clientOf } from '../faults/client';
import { eventually } from '../faults/eventually';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import * as hosta from '../support/hosting/hosta-payloads';
import * as hostb from '../support/hosting/hostb-payloads';
import { type Delivery, hostaDelivery, hostbDelivery } from '../support/hosting/signed-delivery';
import type { Json } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { FLAWED, FLAWLESS, over, projectOf, remaining } from '../support/scanned';

/** The number of pushes. A release is tested with ASSAY_STORM_PUSHES=200. */
const PUSHES = Number(process.env['ASSAY_STORM_PUSHES'] ?? 20);
/** Deliveries that a host sends in parallel. */
const AT_ONCE = 8;
/** Pushes per second; those of one second have the same time. */
const A_SECOND = 20;
const FIRST_PUSH = 1_767_225_600;
const SECRET = 'correct horse battery';

interface StormyHost {
  readonly host: 'hosta' | 'hostb';
  readonly repository: string;
  readonly trigger: object;
  /** The deliveries before the storm. */
  readonly begin: (commits: readonly string[]) => readonly Delivery[];
  /** The deliveries for a push, in order. */
  readonly push: (number: number, commits: readonly string[]) => readonly Delivery[];
}

const HOSTA: StormyHost = {
  host: 'hosta',
  repository: 'ada/shop',
  trigger: { type: 'hosta_push', config: { repository: 'ada/shop', branches: ['main'] } },
  begin: () => [],
  push: (number, commits) => [
    hostaDelivery(
      hosta.push({
        repository: 'ada/shop',
        before: commits[number - 1] ?? hosta.NO_COMMIT,
        after: commits[number]!,
        pushedAt: FIRST_PUSH + Math.floor(number / A_SECOND),
      }),
      { secret: SECRET, id: randomUUID() },
    ),
  ],
};
const REQUEST = { project: 'group/shop', branch: 'main', targetBranch: 'release' };
const HOSTB: StormyHost = {
  host: 'hostb',
  repository: 'group/shop',
  trigger: { type: 'hostb_push', config: { projectPath: 'group/shop', branches: ['**'] } },
  begin: ([first]) => [hostbDelivery(hostb.mergeRequest({ ...REQUEST, commit: first! }), { secret: SECRET })],
  push: (number, commits) => {
    const [before, after] = [commits[number - 1] ?? hostb.NO_COMMIT, commits[number]!];
    return [
      hostb.push({ project: 'group/shop', before, after }),
      // The merge request itself has announced the first commit.
      ...(number === 0 ? [] : [hostb.mergeRequest({ ...REQUEST, action: 'update', oldrev: before, commit: after })]),
    ].map((payload) => hostbDelivery(payload, { secret: SECRET }));
  },
};

describe.each([
  ['one branch', HOSTA],
  ['the branch of a merge request, each told twice', HOSTB],
])('a storm of pushes to %s', (_, { host, repository, trigger, begin, push: toldOf }) => {
  let server: GitServer;
  let service: RunningService;
  let tenant: Tenant;
  let commits: string[];
  beforeAll(async () => {
    server = await openGitServer();
    const address = `127.0.0.1:${server.port}`;
    service = await runningService({
      settings: {
        ASSAY_HOSTA_URL: `http://${address}`,
        ASSAY_HOSTB_URL: `http://${address}`,
        ASSAY_ALLOWED_TARGETS: address,
      },
    });
    tenant = await service.tenant('business');
    await tenant.post(`/api/settings/integrations/${host}`, { webhookSecret: SECRET });
    commits = [];
    server.add(repository, {
      main: ({ commit, treeOf }) => {
        for (let number = 1; number <= PUSHES; number += 1)
          commits.push(
            commit(treeOf(number === PUSHES ? FLAWED : FLAWLESS), {
              parents: commits.slice(-1),
              message: `Commit ${number}`,
            }),
          );
        return commits.at(-1)!;
      },
    });
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  it(
    `of ${PUSHES} ends in one finished scan of the last commit, and everything else costs nothing`,
    async () => {
      const action = { type: 'scan', config: { platform: 'web', tools: ['biome-css'] } };
      const projectId = await projectOf(tenant);
      const { automation } = (await tenant.post('/api/v1/automations', { name: 'a', projectId, trigger, action })).body;
      const { integrations } = (await tenant.get('/api/settings/integrations')).body;
      const path = new URL(integrations.find(({ name }: Json) => name === host).webhookUrl).pathname;
      const before = await remaining(tenant);

      const deliver = async (deliveries: readonly Delivery[]) => {
        for (const { body, headers } of deliveries)
          expect(await tenant.send('POST', path, body, headers)).toMatchObject({ status: 202 });
      };
      const push = (number: number) => deliver(toldOf(number, commits));
      await deliver(begin(commits));
      const began = performance.now();
      const numbers = Array.from(commits.keys());
      const last = numbers.pop()!;
      const sender = async () => {
        for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) await push(number);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sender));
      // The last delivery is the newest one by the host's times.
      await push(last);
      const took = performance.now() - began;

      const rows = async (): Promise<Json[]> => {
        const all: Json[] = [];
        for (let page = 1; ; page += 1) {
          const { history, pagination } = (
            await tenant.get(`/api/v1/automations/${automation.id}/history?per_page=100&page=${page}`)
          ).body;
          all.push(...history);
          if (all.length >= pagination.total || history.length === 0) return all;
        }
      };
      const history = await eventually(
        'every firing is over',
        async () => {
          const all = await rows();
          const told = new Set(all.map(({ triggerData }) => triggerData.commitSha));
          const isOver = all.every(({ status }) => !['pending', 'running'].includes(status));
          return told.size === PUSHES && isOver ? all : undefined;
        },
        300_000,
      );
      const of = (status: string) => history.filter((row) => row.status === status);
      expect(of('completed').map(({ triggerData }) => triggerData.commitSha)).toEqual([commits.at(-1)]);
      expect(of('skipped')).toHaveLength(history.length - 1);
      // A repeated delivery of a push has a row only if many pushes came between, and then it is late.
      expect(history.length).toBeLessThanOrEqual(PUSHES * toldOf(1, commits).length);
      // Parallel deliveries arrive in another order than their pushes: some of them are late.
      const codes = new Set(of('skipped').map(({ reason }) => reason?.code));
      expect([...codes].filter((code) => code !== 'superseded' && code !== 'late')).toEqual([]);

      const [finished] = of('completed');
      const { sessionId } = (await tenant.get(`/api/v1/scans/${finished.scanId}`)).body.scan;
      const { scan, session } = await over(service, tenant, { id: finished.scanId, sessionId });
      expect(scan).toMatchObject({ status: 'completed', summary: { total: 1 } });
      expect(session.targetSummary.repository.commit).toBe(commits.at(-1));

      const audit = await expectSoundLedger(clientOf({ url: service.url, key: tenant.key }));
      const sessions = new Set(audit.entries.flatMap(({ details }) => details.sessionId ?? []));
      const cost = costOf(audit, sessionId);
      expect(cost).toBeGreaterThan(0);
      const others = [...sessions].filter((other) => other !== sessionId);
      expect(others.filter((other) => costOf(audit, other) !== 0)).toEqual([]);
      expect(before - (await remaining(tenant))).toBeCloseTo(cost / 1_000_000, 6);
      const started = history.filter(({ scanId }) => scanId !== null).length;
      process.stdout.write(
        `${PUSHES} pushes to ${host} in ${Math.round(took)} ms: ${history.length} rows, ${started} scans begun, ` +
          `${started - 1} of them canceled and refunded; ${audit.entries.length} entries\n`,
      );
    },
    60_000 + 3_000 * PUSHES,
  );
});
