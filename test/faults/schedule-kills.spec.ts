import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import { type HttpClient, type Json, httpClient } from '../support/http-client';
import { FLAWED } from '../support/scanned';
import { costOf, expectSoundLedger } from './accounts';
import { clientOf } from './client';
import { eventually } from './eventually';
import type { KillPoint } from './kill-point';
import { faultSeed, random, someMoments } from './random';
import { factsOf, recordedEvents } from './recorded-events';
import { endLeftovers, launch, startProcess } from './service-under-test';

const HOUR = 3_600_000;
/** How long the service is away each time: three due times. */
const AWAY = 3 * HOUR;
const AUTOMATIONS = '/api/v1/automations';

/** On the way from the due times that were missed to the end of the scan that catches up. */
const MOMENTS: readonly (readonly [event: string, nth: number])[] = [
  ['DueTimesDecided', 1],
  ['AutomationTriggered', 1],
  ['AutomationTriggered', 3],
  ['ScanStarted', 1],
  ['AutomationScanStarted', 1],
  ['ScanCompleted', 1],
  ['AutomationScanEnded', 1],
];
const SEED = faultSeed();
const KILLS = someMoments(
  MOMENTS.flatMap(([event, nth]) =>
    (['before', 'after'] as const).map((when): KillPoint => ({ when, write: { event }, nth })),
  ),
  random(SEED),
);

let root: string;
let server: GitServer;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-schedule-kills-'));
  server = await openGitServer();
  server.add('ada/nightly', { main: FLAWED });
});
afterAll(async () => {
  await endLeftovers();
  await server.close();
  await rm(root, { recursive: true, force: true });
});

/** Due half an hour from now, and each hour after that. */
async function setUp(client: HttpClient): Promise<string> {
  const done = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  const repositoryUrl = `http://127.0.0.1:${server.port}/ada/nightly.git`;
  const project = await done('/api/v1/projects', { name: 'Nightly', platforms: ['web'], repositoryUrl });
  const cron = `${(new Date().getUTCMinutes() + 30) % 60} * * * *`;
  const { automation } = await done(AUTOMATIONS, {
    name: 'Nightly',
    projectId: project.data.id,
    trigger: { type: 'schedule', config: { cron } },
    action: { type: 'scan', config: { platform: 'web', tools: ['biome-css'] } },
  });
  return automation.id;
}

test(
  `after ${KILLS.length} times away, and as many kills -9 while it catches up, each due time has one row, and each ` +
    `time one scan (seed ${SEED})`,
  async () => {
    const dataDir = join(root, 'data');
    const address = `127.0.0.1:${server.port}`;
    const environment = { ASSAY_HOSTA_URL: `http://${address}`, ASSAY_ALLOWED_TARGETS: address };
    const options = (times: number) => ({ dataDir, roots: root, environment, clockAhead: times * AWAY });
    const first = await startProcess(options(0));
    const key = first.key!;
    const id = await setUp(httpClient(first.url, { authorization: `Bearer ${key}` }));
    await first.kill();

    const rowsOf = async (url: string): Promise<Json[]> => {
      const client = httpClient(url, { authorization: `Bearer ${key}` });
      return (await client.get(`${AUTOMATIONS}/${id}/history?per_page=100`)).body.history;
    };
    for (const [index, killPoint] of KILLS.entries()) {
      const times = index + 1;
      const { ended } = launch({ ...options(times), killPoint });
      expect(await ended).toMatchObject({ signal: 'SIGKILL' });
      const next = await startProcess(options(times));
      await eventually('all due times are settled', async () => {
        const rows = await rowsOf(next.url);
        const isOver = rows.every(({ status }) => !['pending', 'running'].includes(status));
        return rows.length >= 3 * times && isOver ? true : undefined;
      });
      await next.kill();
    }

    const last = await startProcess(options(KILLS.length));
    const rows = await rowsOf(last.url);
    const audit = await expectSoundLedger(clientOf({ url: last.url, key }));
    await last.stop();
    const outcomes = rows.map(({ status, reason, triggerData }) =>
      status === 'skipped' ? reason.code : `${status} ${triggerData.lateMs > 0 ? 'late' : ''}`,
    );
    expect(outcomes).toEqual(KILLS.flatMap(() => ['completed late', 'missed', 'missed']));
    const due = rows.map(({ triggerData }) => Date.parse(triggerData.dueAt)).toReversed();
    expect(due).toEqual(due.map((_, index) => due[0]! + index * HOUR));

    const events = await recordedEvents(dataDir);
    const sessions = factsOf<{ sessionId: string }>(events, 'ScanStarted').map(({ sessionId }) => sessionId);
    expect(sessions).toHaveLength(KILLS.length);
    const charged = factsOf<{ sessionId: string }>(events, 'CreditsCharged').map(({ sessionId }) => sessionId);
    expect(charged.filter((each) => !sessions.includes(each) && costOf(audit, each) !== 0)).toEqual([]);
    expect(sessions.filter((each) => costOf(audit, each) <= 0)).toEqual([]);
  },
  60_000 * KILLS.length,
);
