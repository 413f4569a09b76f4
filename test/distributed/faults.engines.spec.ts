import { type RecordedEvent, openEventStoreDb } from '@assay/event-store';
import { Client as TemporalClient, Connection } from '@temporalio/client';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectSoundLedger } from '../faults/accounts';
import { type Client, clientOf } from '../faults/client';
import { BROKEN_REGEX_DOS } from '../faults/engine-faults';
import { eventually } from '../faults/eventually';
import { recordedOf, requestFor, seenByClients, writeTarget } from '../faults/session-outcome';
import { type Cluster, startCluster } from './cluster';
import { type Engine, type Engines, startEngines } from './engines';
import { Visitor } from './visitor';

/** Milliseconds that an engine is away. */
const OUTAGE = 20_000;
/** Milliseconds for a session to end that lost its worker, or waits for an engine that was away. */
const PATIENCE = 180_000;

let folder: string;
let target: string;
let engines: Engines;
let cluster: Cluster;
let client: Client;
let reference: Awaited<ReturnType<typeof outcomeOf>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-distributed-'));
  target = join(folder, 'targets', 'shop');
  await writeTarget(target);
  engines = await startEngines(folder);
  cluster = await startCluster({
    engines,
    folder,
    name: 'faults',
    roots: join(folder, 'targets'),
    engineFaults: BROKEN_REGEX_DOS,
  });
  client = clientOf(cluster);
  reference = await outcomeOf(await ended(await client.start(requestFor(target))));
}, 240_000);

afterAll(async () => {
  await cluster?.kill();
  await engines?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Polls until the session is over, whatever the API answers in between. */
async function ended(sessionId: string): Promise<string> {
  await eventually(
    `session ${sessionId} ends`,
    async () => {
      const answer = await client.request('GET', `/api/sessions/${sessionId}?progress=true`).catch(() => undefined);
      if (!answer?.ok) return undefined;
      const { status } = (await answer.json()) as { status: string };
      return ['completed', 'partial', 'failed'].includes(status) ? true : undefined;
    },
    PATIENCE,
  );
  return sessionId;
}

/** The parts of a session's outcome that no fault may change; the balance is that of all sessions together. */
async function outcomeOf(sessionId: string) {
  const {
    refund: { refundedCredits, toolsRefunded },
    ...seen
  } = await seenByClients(client, sessionId);
  const store = await openEventStoreDb({ url: engines.eventStoreUrl });
  try {
    const events: RecordedEvent[] = [];
    for await (const event of store.readAll())
      if ((event.data as { sessionId?: string }).sessionId === sessionId) events.push(event);
    return { ...seen, refundedCredits, toolsRefunded: [...toolsRefunded].sort(), ...recordedOf(events, sessionId) };
  } finally {
    await store.close();
  }
}

const runningTools = async (sessionId: string): Promise<number> =>
  Object.values((await client.session(sessionId)).toolReports).filter(({ status }) => status === 'running').length;

async function startedAndRunning(): Promise<string> {
  const sessionId = await client.start(requestFor(target));
  await eventually('an engine pass runs', async () => ((await runningTools(sessionId)) > 0 ? true : undefined));
  return sessionId;
}

/** The API's log lines of the request that was answered with this body. */
function logOf(body: string): string[] {
  const [, requestId = 'no request id'] = /"requestId":"([^"]+)"/.exec(body) ?? [];
  return cluster.api.output.split('\n').filter((line) => line.includes(requestId));
}

const staged = async (): Promise<string[]> =>
  (await Promise.all(cluster.workers.map(async (worker) => readdir(cluster.stagingOf(worker)).catch(() => [])))).flat();

/** Expects the session, and every other that clients started meanwhile, to be as without a fault. */
async function expectNothingLostOrDoubled(sessionIds: readonly string[]): Promise<void> {
  for (const sessionId of sessionIds) {
    await ended(sessionId);
    expect({ sessionId, ...(await outcomeOf(sessionId)) }).toEqual({ sessionId, ...reference });
  }
  await expectSoundLedger(client);
  await eventually('nothing is left staged', async () =>
    (await staged()).every((name) => !name.startsWith('ses_')) ? true : undefined,
  );
}

test('the session that nothing befalls has findings, a failed and a skipped tool, and refunds for both', () => {
  expect(reference.tools).toMatchObject({
    'js-correctness': { status: 'completed' },
    'py-security': { status: 'completed' },
    'regex-dos': { status: 'failed' },
    'go-security': { status: 'skipped' },
  });
  expect(Object.keys(reference.refunds)).toEqual(['go-security', 'regex-dos']);
});

test('canceled by an operator at Temporal, a session ends with what it has and refunds the rest, as one that its ' +
  'client cancels', async () => {
  const byOperator = await startedAndRunning();
  const connection = await Connection.connect({ address: engines.temporalAddress });
  try {
    await new TemporalClient({ connection }).workflow.getHandle(`session-${byOperator}`).cancel();
  } finally {
    await connection.close();
  }
  const byClient = await startedAndRunning();
  expect((await client.request('DELETE', `/api/sessions/${byClient}`)).ok).toBe(true);
  for (const sessionId of [byOperator, byClient]) {
    const { status, refund, toolReports } = await client.session(await ended(sessionId));
    const unfinished = Object.values(toolReports).filter((report) => report.status !== 'completed');
    expect(status).toBe('partial');
    expect(unfinished.length).toBeGreaterThan(0);
    expect(unfinished.map((report) => report.status)).not.toContain('running');
    expect(refund.refundedCredits).toBeGreaterThan(0);
  }
  await expectSoundLedger(client);
}, 300_000);

test('killed during a pass, a worker loses nothing: the session is staged again on another one', async () => {
  const sessionId = await startedAndRunning();
  const holders = await Promise.all(
    cluster.workers.map(async (worker) =>
      (await readdir(cluster.stagingOf(worker)).catch(() => [] as string[])).includes(sessionId) ? worker : undefined,
    ),
  );
  const worker = holders.find((holder) => holder !== undefined)!;
  await worker.kill();
  await ended(sessionId);
  await worker.start();
  await expectNothingLostOrDoubled([sessionId]);
}, 300_000);

test('killed during a session, the projector goes on from its checkpoint', async () => {
  const sessionId = await startedAndRunning();
  await cluster.projector.kill();
  const visitor = new Visitor(client, requestFor(target));
  await visitor.visit(3);
  await cluster.projector.start();
  await expectNothingLostOrDoubled([sessionId, ...(await visitor.startedSessions())]);
}, 300_000);

test('killed during a session, the API answers again as if it had never been away', async () => {
  const sessionId = await startedAndRunning();
  await cluster.api.kill();
  await cluster.api.start();
  await expectNothingLostOrDoubled([sessionId]);
}, 300_000);

test('killed at work on a request with a key, the API does it once, within 10 s of its next start', async () => {
  const store = await openEventStoreDb({ url: engines.eventStoreUrl });
  try {
    const before = { after: await store.head(), filter: { types: ['RequestReserved', 'RequestAnswered'] } };
    const start = () => client.request('POST', '/api/sessions', requestFor(target), { 'idempotency-key': 'in-flight' });
    const lost = start().catch(() => 'no answer');
    for await (const message of store.subscribeToAll(before)) if (message.kind === 'event') break;
    await cluster.api.kill();
    expect(await lost).toBe('no answer');
    await cluster.api.start();
    const tried = async () => {
      const answer = await start();
      return answer.status === 409 ? undefined : answer;
    };
    const answer = await eventually('the request is answered', tried, 10_000);
    expect(answer.status).toBe(202);
    const { sessionId } = (await answer.json()) as { sessionId: string };
    expect(await (await start()).json()).toMatchObject({ sessionId });
    const types: string[] = [];
    for await (const { type } of store.readAll(before)) types.push(type);
    expect(types).toEqual(['RequestReserved', 'RequestReserved', 'RequestAnswered']);
    await expectNothingLostOrDoubled([sessionId]);
  } finally {
    await store.close();
  }
}, 300_000);

test.each<[string, () => Engine]>([
  ['Temporal', () => engines.temporal],
  ['MongoDB', () => engines.readModels],
  ['the event store', () => engines.eventStore],
])(
  'while %s is away for 20 seconds, clients are told to come back or answered well, and nothing is lost',
  async (_, engineOf) => {
    const sessionId = await startedAndRunning();
    const visitor = new Visitor(client, requestFor(target));
    await engineOf().kill();
    await visitor.visitFor(OUTAGE);
    await engineOf().start();
    const others = await visitor.startedSessions();
    expect({ wrong: visitor.wrongAnswers, log: visitor.wrongAnswers.map(({ body }) => logOf(body)) }).toEqual({
      wrong: [],
      log: [],
    });
    // Few answers: while a read model cannot be reached, an answer takes some seconds.
    expect(visitor.answers).toBeGreaterThan(3);
    await expectNothingLostOrDoubled([sessionId, ...others]);
  },
  420_000,
);
