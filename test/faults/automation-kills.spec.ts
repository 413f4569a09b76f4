import type { RecordedEvent } from '@assay/event-store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pTimeout from 'p-timeout';
import { WebhookReceiver, signersOf } from '../../libs/notifications/test/webhook-receiver';
import { codeHostApi } from '../support/code-host-api';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import * as hosta from '../support/hosting/hosta-payloads';
import * as hostb from '../support/hosting/hostb-payloads';
import { type Delivery, hostaDelivery, hostbDelivery } from '../support/hosting/signed-delivery';
import { type HttpClient, type Json, httpClient } from '../support/http-client';
import { type Chat, openChat } from '../support/receivers/chat';
import { type MailServer, openMailServer } from '../support/receivers/mail-server';
import { FLAWED, FLAWLESS } from '../support/scanned';
import { costOf, expectSoundLedger } from './accounts';
import { clientOf } from './client';
import { eventually } from './eventually';
import type { KillPoint } from './kill-point';
import { faultSeed, random } from './random';
import { factsOf, recordedEvents } from './recorded-events';
import { endLeftovers, launch, startProcess } from './service-under-test';

/** The number of kills. A release is tested with ASSAY_FAULT_DELIVERIES=100. */
const KILLS = Number(process.env['ASSAY_FAULT_DELIVERIES'] ?? 6);
const SEED = faultSeed();

/**
 * After so many kills a service lives until all messages are sent: unfinished work would otherwise grow with every
 * kill.
 */
const BREATH = 5;

/** The events of each stage, and how many one change causes: hostb delivers two messages per change. */
const STAGES: readonly (readonly (readonly [event: string, onHosta: number, onHostb?: number])[])[] = [
  // Between the delivery and the scan.
  [
    ['DeliveryReceived', 1, 2],
    ['OpenRequestsChanged', 0, 2],
    ['AutomationTriggered', 1],
    ['BranchTurnDecided', 1],
    ['CreditsCharged', 1],
    ['ScanStarted', 1],
    ['AutomationScanStarted', 1],
    ['DeliveryHandled', 1, 2],
  ],
  // Between the scan and the verdict.
  [
    ['TargetPrepared', 1],
    ['FindingsRecorded', 1],
    ['ScanCompleted', 1],
    ['AutomationScanEnded', 1],
    ['VerdictGiven', 1],
  ],
  // Between the verdict and its receivers: the host twice, chat, a mail address and a webhook.
  [
    ['NotificationRequested', 5],
    ['DeliveryBegan', 5],
    ['NotificationDelivered', 5],
  ],
];

/** Milliseconds after which an interrupted attempt counts as lost: the clock is advanced by that. */
const LEASE = 61_000;
/** Milliseconds until all messages are sent. */
const PATIENCE = 400_000;
type Host = 'hosta' | 'hostb';
const REPOSITORIES: Readonly<Record<Host, string>> = { hosta: 'ada/shop', hostb: 'group/shop' };
/** Alternates between hosts, so that every stage of a delivery is interrupted on both. */
const hostOf = (kill: number): Host => (kill % 2 === 0 ? 'hosta' : 'hostb');
const SECRET = 'correct horse battery';
const TOKEN = 'a-token-of-the-organization';

const { anyOf, below } = random(SEED);

/** Takes the stages in turn, each at a random moment. */
function momentOf(kill: number): KillPoint {
  const stage = STAGES[kill % STAGES.length]!.map(([event, onHosta, onHostb = onHosta]) => ({
    event,
    times: hostOf(kill) === 'hosta' ? onHosta : onHostb,
  }));
  const { event, times } = anyOf(stage.filter((moment) => moment.times > 0));
  return { when: anyOf(['before', 'after'] as const), write: { event }, nth: 1 + below(times) };
}

let root: string;
let server: GitServer;
let chat: Chat;
let mail: MailServer;
let webhook: WebhookReceiver;
let webhookSecret: string;
let commits: Record<string, string>;
/** The newest commit of each target branch. */
let mains: Record<Host, string>;
const api = codeHostApi(TOKEN);
/** The pull request of each change, with its comments. */
const threads = Array.from({ length: KILLS }, (_, kill) =>
  api.threads.open(hostOf(kill), REPOSITORIES[hostOf(kill)], kill + 1, `change-${kill}`),
);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-automation-kills-'));
  [server, chat, mail, webhook] = await Promise.all([
    openGitServer(),
    openChat(),
    openMailServer(),
    WebhookReceiver.begin(),
  ]);
  server.intercept(api.answer);
  type Line = { line: (of: { tree: Readonly<Record<string, string>>; message: string }[]) => string };
  const branch = (tree: Readonly<Record<string, string>>, message: string) => (objects: Line) =>
    objects.line([{ tree, message }]);
  const added = (host: Host) => {
    const kills = Array.from({ length: KILLS }, (_, kill) => kill).filter((kill) => hostOf(kill) === host);
    const changes = kills.map((kill) => [`change-${kill}`, branch(FLAWED, `Change ${kill}`)] as const);
    const main = branch(FLAWLESS, `Main of ${host}`);
    return server.add(REPOSITORIES[host], { main, ...Object.fromEntries(changes) });
  };
  const [onHosta, onHostb] = [added('hosta'), added('hostb')];
  mains = { hosta: onHosta['main']!, hostb: onHostb['main']! };
  commits = { ...onHosta, ...onHostb };
});
afterAll(async () => {
  await endLeftovers();
  await Promise.all([server.close(), chat.close(), mail.close(), webhook.end()]);
  await rm(root, { recursive: true, force: true });
});

const environment = () => {
  const address = `127.0.0.1:${server.port}`;
  return {
    ASSAY_HOSTA_URL: `http://${address}`,
    ASSAY_HOSTB_URL: `http://${address}`,
    ASSAY_ALLOWED_TARGETS: [address, new URL(chat.url).host, new URL(webhook.url).host].join(),
    ASSAY_SMTP_URL: mail.url,
    ASSAY_MAIL_FROM: 'Assay <assay@example.com>',
    ASSAY_PUBLIC_URL: 'https://assay.example',
  };
};

/** Sets up automations and their notifications for an organization. Returns the addresses for deliveries. */
async function setUp(client: HttpClient): Promise<Record<Host, string>> {
  const done = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    expect([200, 201]).toContain(answer.status);
    return answer.body;
  };
  for (const host of ['hosta', 'hostb'])
    await done(`/api/settings/integrations/${host}`, { webhookSecret: SECRET, accessToken: TOKEN });
  await done('/api/settings/notifications/chat/builds', { webhookUrl: `${chat.url}/hooks/builds` });
  const endpoint = { url: webhook.url, events: ['verdict.given'] };
  webhookSecret = (await done('/api/settings/webhooks', endpoint)).secret;
  const projectId = (await done('/api/v1/projects', { name: 'Shop', platforms: ['web'] })).data.id;
  const notifications = { chat: 'builds', email: ['ada@example.com'] };
  const action = {
    type: 'scan',
    config: { platform: 'web', tools: ['biome-css'], failOn: 'medium', notifications },
  };
  for (const trigger of [
    { type: 'hosta_push', config: { repository: REPOSITORIES.hosta, branches: ['main'] } },
    { type: 'hosta_pr', config: { repository: REPOSITORIES.hosta, events: ['opened'], targetBranches: ['main'] } },
    { type: 'hostb_push', config: { projectPath: REPOSITORIES.hostb, branches: ['**'] } },
  ])
    await done('/api/v1/automations', { name: trigger.type, projectId, trigger, action });
  const { integrations } = (await client.get('/api/settings/integrations')).body;
  const [first, second] = integrations.map(({ webhookUrl }: Json) => new URL(webhookUrl).pathname);
  return { hosta: first, hostb: second };
}

/** The deliveries of the host about a change that is to be merged. */
function toldOfChange(kill: number): readonly Sent[] {
  const [host, branch] = [hostOf(kill), `change-${kill}`];
  const [commit, number] = [commits[branch]!, kill + 1];
  if (host === 'hosta') {
    const payload = hosta.pullRequest({ repository: REPOSITORIES.hosta, branch, commit, number });
    return [{ host, delivery: hostaDelivery(payload, { secret: SECRET, event: 'pull_request' }) }];
  }
  const project = REPOSITORIES.hostb;
  return [
    hostb.mergeRequest({ project, branch, commit, number }),
    hostb.push({ project, ref: `refs/heads/${branch}`, before: hostb.NO_COMMIT, after: commit }),
  ].map((payload) => ({ host, delivery: hostbDelivery(payload, { secret: SECRET }) }));
}

const toldOfMains = (): readonly Sent[] => [
  {
    host: 'hosta',
    delivery: hostaDelivery(hosta.push({ repository: REPOSITORIES.hosta, after: mains.hosta }), { secret: SECRET }),
  },
  {
    host: 'hostb',
    delivery: hostbDelivery(hostb.push({ project: REPOSITORIES.hostb, after: mains.hostb }), { secret: SECRET }),
  },
];

interface Sent {
  readonly host: Host;
  readonly delivery: Delivery;
}

/** Sends as the host does: a delivery that was not accepted is sent again, under the same id. */
const taken = async (url: string, paths: Record<Host, string>, sent: Sent): Promise<boolean> => {
  const { body, headers } = sent.delivery;
  const answer = await httpClient(url)
    .send('POST', paths[sent.host], body, headers)
    .catch(() => undefined);
  expect([202, undefined]).toContain(answer?.status);
  return answer !== undefined;
};

const momentText = ({ when, write, nth }: KillPoint): string =>
  `${when} ${'event' in write ? write.event : write.readModel} ${nth}`;

/** Reports progress and durations on standard error, because the test of a release takes long. */
async function timed<Outcome>(work: () => Promise<Outcome>, says: (outcome: Outcome) => string): Promise<Outcome> {
  const from = performance.now();
  const outcome = await work();
  process.stderr.write(`${says(outcome)}, ${((performance.now() - from) / 1_000).toFixed(1)} s\n`);
  return outcome;
}

const toldOf = (commit: string) => api.taken.filter(({ sha, state }) => sha === commit && state !== 'pending');
const chatOf = (kill: number) => chat.posts.filter(({ body }) => body.text.includes(` change-${kill}.`));
const mailsOf = (kill: number) => mail.mails.filter(({ subject }) => subject?.endsWith(` change-${kill}`));
const sentOf = (kill: number) =>
  webhook.posts.filter(({ body }) => (JSON.parse(body) as Json).data.commit === commits[`change-${kill}`]);
const isTold = (kill: number) =>
  toldOf(commits[`change-${kill}`]!).length > 0 && [chatOf, mailsOf, sentOf].every((toldBy) => toldBy(kill).length > 0);

const areTold = (changes: number) => Array.from({ length: changes }, (_, kill) => isTold(kill)).every(Boolean);

/** All events that followed from a commit, by the log. */
function followed(events: readonly RecordedEvent[], commit: string) {
  interface Told {
    readonly historyId: string;
    readonly automation?: { readonly historyId: string };
    readonly sessionId: string;
  }
  const triggered = factsOf<Told & { trigger: { commitSha?: string } }>(events, 'AutomationTriggered').filter(
    ({ trigger }) => trigger.commitSha === commit,
  );
  const ids = new Set(triggered.map(({ historyId }) => historyId));
  const started = events.filter(
    ({ type, data }) => type === 'ScanStarted' && ids.has((data as Told).automation?.historyId ?? ''),
  );
  const verdicts = events.filter(({ type, data }) => type === 'VerdictGiven' && ids.has((data as Told).historyId));
  const causes = new Set(verdicts.map(({ id }) => id));
  const requested = factsOf<{ cause: { eventId: string }; notificationId: string; channel: string }>(
    events,
    'NotificationRequested',
  ).filter(({ cause }) => causes.has(cause.eventId));
  return {
    triggered,
    verdicts: verdicts.map(({ data }) => data as { verdict: string }),
    requested,
    sessions: started.map(({ data }) => (data as Told).sessionId),
  };
}

test(
  `after ${KILLS} kills -9 between a delivery and all that follows, each has one scan and one verdict, and all are ` +
    `told (seed ${SEED})`,
  async () => {
    const dataDir = join(root, 'data');
    let clockAhead = 0;
    const options = () => ({ dataDir, roots: root, environment: environment(), clockAhead });
    const first = await startProcess(options());
    const key = first.key!;
    const paths = await setUp(httpClient(first.url, { authorization: `Bearer ${key}` }));
    for (const sent of toldOfMains()) {
      expect(await taken(first.url, paths, sent)).toBe(true);
      await eventually('the target branch has a verdict', () => toldOf(mains[sent.host])[0]);
    }
    await first.kill();

    let untaken: Sent[] = [];
    /** Starts the service, which dies at the moment, or is killed when all up to this change have a verdict. */
    const runUntilKilled = async (change: number, killPoint: KillPoint | undefined) => {
      // A comment without a record of its posting is looked for among the comments of its time.
      api.threads.now = new Date(Date.now() + clockAhead).toISOString();
      const { listening, ended, signal } = launch({ ...options(), ...(killPoint && { killPoint }) });
      const address = await listening.catch(() => undefined);
      let hasEnded = false;
      void ended.then(() => (hasEnded = true));
      if (address) {
        const sent = untaken;
        untaken = [];
        for (const each of sent) if (!(await taken(address.url, paths, each))) untaken.push(each);
        const isOver = () => hasEnded || (killPoint ? isTold(change) : areTold(change + 1));
        await eventually('it dies, or all are told', () => (isOver() ? true : undefined), PATIENCE);
      }
      const end = address ? (hasEnded ? 'died running' : 'killed after all was told') : 'died starting';
      signal('SIGKILL');
      const { code, signal: by, errorOutput } = await pTimeout(ended, { milliseconds: 60_000 });
      if (by !== 'SIGKILL') throw new Error(`the service ended with ${by ?? code}: ${errorOutput}`);
      return end;
    };

    const ends = { 'died starting': 0, 'died running': 0, 'killed after all was told': 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      untaken.push(...toldOfChange(kill));
      const moment = momentOf(kill);
      const end = await timed(
        () => runUntilKilled(kill, moment),
        (ended) => `kill ${kill + 1} ${momentText(moment)}: ${ended}`,
      );
      ends[end] += 1;
      if (kill % BREATH !== BREATH - 1) continue;
      clockAhead += LEASE;
      await timed(
        () => runUntilKilled(kill, undefined),
        () => 'all is told',
      );
    }

    clockAhead += LEASE;
    api.threads.now = new Date(Date.now() + clockAhead).toISOString();
    const last = await startProcess(options());
    for (const sent of untaken) expect(await taken(last.url, paths, sent)).toBe(true);
    const client = httpClient(last.url, { authorization: `Bearer ${key}` });
    await eventually(
      'all are told',
      async () => (areTold(KILLS) && (await pendingIn(dataDir)) === 0 ? true : undefined),
      PATIENCE,
    );
    const audit = await expectSoundLedger(clientOf({ url: last.url, key }));
    expect(await client.get('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    await last.stop();

    const events = await recordedEvents(dataDir);
    const kept = new Set<string>();
    const repeated = { chat: 0, mail: 0, host: 0, webhook: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const commit = commits[`change-${kill}`]!;
      const { triggered, sessions, verdicts, requested } = followed(events, commit);
      expect([kill, triggered.length, sessions.length]).toEqual([kill, 1, 1]);
      expect(verdicts).toEqual([expect.objectContaining({ verdict: 'fail' })]);
      expect(costOf(audit, sessions[0]!)).toBeGreaterThan(0);
      kept.add(sessions[0]!);
      const channels = requested.map(({ channel }) => channel);
      expect(channels).toEqual(expect.arrayContaining(['chat', 'commit-status', 'email', 'webhook']));
      expect(new Set(channels).size).toBe(channels.length);
      const idOf = (kind: string) => requested.find(({ channel }) => channel === kind)!.notificationId;
      expect(new Set(chatOf(kill).map(({ id }) => id))).toEqual(new Set([idOf('chat')]));
      const messageIds = mailsOf(kill).map(({ messageId }) => messageId);
      expect(new Set(messageIds)).toEqual(new Set([`<${idOf('email')}@example.com>`]));
      expect(new Set(sentOf(kill).map(({ headers }) => headers['webhook-id']))).toEqual(new Set([idOf('webhook')]));
      for (const post of sentOf(kill)) expect(signersOf(post, [webhookSecret])).toEqual([webhookSecret]);
      expect(new Set(toldOf(commit).map(({ state }) => state))).toEqual(
        new Set([hostOf(kill) === 'hosta' ? 'failure' : 'failed']),
      );
      expect(threads[kill]!.comments).toHaveLength(1);
      repeated.chat += chatOf(kill).length - 1;
      repeated.mail += messageIds.length - 1;
      repeated.host += toldOf(commit).length - 1;
      repeated.webhook += sentOf(kill).length - 1;
    }
    // A charge whose session never began is refunded.
    for (const main of Object.values(mains)) for (const sessionId of sessionsOf(events, main)) kept.add(sessionId);
    const charged = factsOf<{ sessionId: string }>(events, 'CreditsCharged').map(({ sessionId }) => sessionId);
    expect(charged.filter((sessionId) => !kept.has(sessionId) && costOf(audit, sessionId) !== 0)).toEqual([]);
    expect([...api.refused, ...chat.refused]).toEqual([]);
    process.stdout.write(
      `${KILLS} kills ${JSON.stringify(ends)}; repeated under the same id: ${JSON.stringify(repeated)}; ` +
        `${audit.entries.length} entries, ${events.length} events\n`,
    );
  },
  180_000 + 120_000 * KILLS,
);

const sessionsOf = (events: readonly RecordedEvent[], commit: string): readonly string[] =>
  followed(events, commit).sessions;

/** The number of requested notifications without an outcome. */
async function pendingIn(dataDir: string): Promise<number> {
  const open = new Set<string>();
  for (const { type, stream } of await recordedEvents(dataDir)) {
    if (type === 'NotificationRequested') open.add(stream);
    if (['NotificationDelivered', 'NotificationFailed', 'NotificationSkipped'].includes(type)) open.delete(stream);
  }
  return open.size;
}
