import type { RecordedEvent } from '@assay/event-store';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costOf, expectSoundLedger, nothingIsStaged } from './accounts';
import { clientOf } from './client';
import { BROKEN_REGEX_DOS, inflict } from './engine-faults';
import { eventually } from './eventually';
import type { KillPoint } from './kill-point';
import { faultSeed, random, someMoments } from './random';
import { factsOf, recordedEvents } from './recorded-events';
import { type Outcome, recordedOf, requestFor, seenByClients, writeTarget } from './session-outcome';
import { startHere } from './service-here';
import { endLeftovers, launch, startProcess } from './service-under-test';

const append = (when: KillPoint['when'], event: string, nth = 1): KillPoint => ({ when, write: { event }, nth });
const documents = (when: KillPoint['when'], readModel: string, nth = 1): KillPoint => ({
  when,
  write: { readModel },
  nth,
});

/** In the order in which a session comes by them. */
const MOMENTS: readonly (readonly [name: string, ...kills: KillPoint[]])[] = [
  ['after the start is recorded', append('after', 'ScanStarted')],
  ['between the start and its document', documents('before', 'sessions')],
  ['after the first document and its checkpoint', documents('after', 'sessions')],
  ['when the target is staged and not recorded', append('before', 'TargetPrepared')],
  ['after the target is recorded', append('after', 'TargetPrepared')],
  ['when the plan is refined and the lines are not charged', append('after', 'PlanRefined')],
  ['after the lines are charged', append('after', 'CreditsCharged', 2)],
  ['when an engine pass begins', append('after', 'ToolStarted')],
  ['when an engine has found something that is not recorded', append('before', 'FindingsRecorded')],
  ["between a tool's findings and its end", append('after', 'FindingsRecorded')],
  ['between the findings and their documents', documents('before', 'findings')],
  ['after the documents of findings and their checkpoint', documents('after', 'findings')],
  ['after one tool completed, while others run', append('after', 'ToolCompleted')],
  ['before a failed tool is recorded', append('before', 'ToolFailed')],
  ['when the settlement is decided and nothing is refunded', append('after', 'SettlementBegan')],
  ['before the refund', append('before', 'CreditsRefunded')],
  // The refunds and ChargeSettled are one append.
  ["between the refund and the session's end", append('after', 'CreditsRefunded')],
  ['after the end, before the copy is removed', append('after', 'ScanCompleted')],
  ['in an engine pass, and again when it is resumed', append('after', 'ToolStarted'), append('after', 'ToolCompleted')],
  ['before the refund, and again after it', append('before', 'CreditsRefunded'), append('after', 'ChargeSettled')],
];

const SEED = faultSeed();
const engineFaults = BROKEN_REGEX_DOS;
inflict(engineFaults); // of the services in this process

let root: string;
let target: string;
let reference: Outcome;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-kill-'));
  target = join(root, 'target');
  await writeTarget(target);
  const dataDir = join(root, 'reference');
  const { url, key, stop } = await startProcess({ dataDir, roots: root, engineFaults });
  const client = clientOf({ url, key: key! });
  const sessionId = await client.start(requestFor(target));
  await client.ended(sessionId);
  await nothingIsStaged(dataDir);
  const seen = await seenByClients(client, sessionId);
  await stop();
  reference = { ...seen, ...recordedOf(await recordedEvents(dataDir), sessionId) };
});

afterAll(async () => {
  await endLeftovers();
  await rm(root, { recursive: true, force: true });
});

test('the session that nobody kills has findings, a failed and a skipped tool, and refunds for both', () => {
  expect(reference.tools).toMatchObject({
    'js-correctness': { status: 'completed' },
    'py-security': { status: 'completed' },
    'regex-dos': { status: 'failed' },
    'go-security': { status: 'skipped' },
  });
  expect(reference.fingerprints.length).toBeGreaterThan(6);
  expect(new Set(reference.findingIds).size).toBe(reference.findingIds.length);
  // A third of the price of a category with three tools, each.
  expect(reference.refunds).toEqual({
    'go-security': expect.closeTo(333_333, -1),
    'regex-dos': expect.closeTo(333_333, -1),
  });
  // Base 1, lines 1, the AI summary and priorities of the tier 2, security 1 less two thirds.
  expect(reference.cost).toBe(5_000_000 - reference.refunds['go-security']! - reference.refunds['regex-dos']!);
});

test.each(someMoments(MOMENTS, random(SEED)).map(([name, ...kills]) => ({ name, kills })))(
  `killed $name, the session ends by itself as if nothing had been (seed ${SEED})`,
  async ({ kills }) => {
    const dataDir = await mkdtemp(join(root, 'data-'));
    const key = await killAt(dataDir, kills);

    const resumed = await startHere({ dataDir, roots: root });
    const client = clientOf({ url: resumed.url, key });
    const [sessionId, ...others] = await client.sessionIds();
    expect(others).toEqual([]);
    await client.ended(sessionId!);
    await nothingIsStaged(dataDir);
    const seen = await seenByClients(client, sessionId!);
    await resumed.stop();
    const events = await recordedEvents(dataDir);
    expect({ ...seen, ...recordedOf(events, sessionId!) }).toEqual(reference);

    await expectNothingLeftToDo(dataDir, key, events);
  },
);

test('a session that ends the process again and again is given up, and its whole charge comes back', async () => {
  const dataDir = await mkdtemp(join(root, 'data-'));
  const inEngines = append('before', 'FindingsRecorded');
  const key = await killAt(dataDir, [inEngines, inEngines, inEngines, inEngines, inEngines]);

  const resumed = await startHere({ dataDir, roots: root });
  const client = clientOf({ url: resumed.url, key });
  const [sessionId] = await client.sessionIds();
  await client.ended(sessionId!);
  await nothingIsStaged(dataDir);
  const next = await client.start(requestFor(target));
  await client.ended(next);
  const { tools, cost } = await seenByClients(client, next);
  const ledger = await expectSoundLedger(client);
  await resumed.stop();
  const events = await recordedEvents(dataDir);
  expect(factsOf(events, 'ScanFailed')).toMatchObject([{ error: { code: 'INTERRUPTED_TOO_OFTEN' } }]);
  expect(costOf(ledger, sessionId!)).toBe(0);
  expect({ tools, cost }).toEqual({ tools: reference.tools, cost: reference.cost });

  await expectNothingLeftToDo(dataDir, key, events);
});

test('killed between the charge and the start, the session never was and its whole charge comes back', async () => {
  const dataDir = await mkdtemp(join(root, 'data-'));
  const key = await killAt(dataDir, [append('after', 'CreditsCharged')]);
  const [charge] = factsOf<{ sessionId: string }>(await recordedEvents(dataDir), 'CreditsCharged');

  const resumed = await startProcess({ dataDir, roots: root, engineFaults });
  const client = clientOf({ url: resumed.url, key });
  await eventually('the charge is settled', async () => factsOf(await recordedEvents(dataDir), 'ChargeSettled')[0]);
  await eventually('its read model has it', async () =>
    (await client.audit()).drift.difference === 0 ? true : undefined,
  );
  expect(costOf(await expectSoundLedger(client), charge!.sessionId)).toBe(0);
  expect(await client.sessionIds()).toEqual([]);
  expect((await client.request('GET', `/api/sessions/${charge!.sessionId}`)).status).toBe(404);
  await resumed.stop();

  await expectNothingLeftToDo(dataDir, key, await recordedEvents(dataDir));
});

/**
 * Starts a session on a service that dies at the first of the moments, and that service again for each further one.
 * Gives the store's key.
 */
async function killAt(dataDir: string, [first, ...further]: readonly KillPoint[]): Promise<string> {
  const doomed = await startProcess({ dataDir, roots: root, engineFaults, killPoint: first! });
  // The process may die before it answers: the end of it is what is awaited.
  await clientOf({ url: doomed.url, key: doomed.key! })
    .request('POST', '/api/sessions', requestFor(target))
    .catch(() => undefined);
  expect(await doomed.ended).toMatchObject({ signal: 'SIGKILL' });
  for (const killPoint of further)
    expect(await launch({ dataDir, roots: root, engineFaults, killPoint }).ended).toMatchObject({ signal: 'SIGKILL' });
  return doomed.key!;
}

/** One start more finds everything done: it records nothing and answers the same. */
async function expectNothingLeftToDo(dataDir: string, key: string, events: readonly RecordedEvent[]): Promise<void> {
  const again = await startHere({ dataDir, roots: root });
  await expectSoundLedger(clientOf({ url: again.url, key }));
  await again.stop();
  expect((await recordedEvents(dataDir)).map(({ type, position }) => [position, type])).toEqual(
    events.map(({ type, position }) => [position, type]),
  );
  expect(await readdir(join(dataDir, 'staging'))).toEqual([]);
}
