import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventsOf } from '../support/event-source';
import type { Json } from '../support/http-client';
import { NEWER_RELEASE, copyWithNewerFacts } from '../support/newer-facts';
import { expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { over, projectOf } from '../support/scanned';
import { STYLESHEET } from '../support/targets';

const SEED = Number(process.env['ASSAY_TEST_SEED'] ?? 1 + Math.floor(Math.random() * 2 ** 30));
const LEDGER = ['billing/status', 'billing/usage', 'billing/audit'].map((path) => `/api/${path}`);

/** An organization's objects, and the API's answers about them. */
interface Before {
  readonly tenant: Tenant;
  readonly answers: ReadonlyMap<string, Json>;
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe(`a log that release ${NEWER_RELEASE} wrote to, and this one goes on with (seed ${SEED})`, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-newer-')));
  const [today, tomorrow, targets] = ['today', 'tomorrow', 'targets'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  let service: RunningService | undefined;
  const before: Before[] = [];
  const after: Tenant[] = [];
  let unfinished: { readonly id: string; readonly sessionId: string };
  let complete: Json;
  let inserted = 0;

  const begin = async (directory: string, tenant: Tenant): Promise<{ id: string; sessionId: string }> => {
    const applicationId = await projectOf(tenant);
    const { status, body } = await tenant.post('/api/sessions', {
      target: { directory },
      tools: ['css-errors', 'css-accessibility'],
      applicationId,
    });
    expect(status).toBe(202);
    return { id: body.scanId, sessionId: body.sessionId };
  };

  beforeAll(async () => {
    mkdirSync(tomorrow);
    const first = await runningService({ settings: { ASSAY_DATA_DIR: today, ASSAY_DIRECTORY_ROOTS: `*=${targets}` } });
    const directory = join(targets, 'shop');
    mkdirSync(directory, { recursive: true });
    for (const [file, text] of Object.entries(STYLESHEET)) writeFileSync(join(directory, file), text);
    const usedBy = async (): Promise<Before> => {
      const tenant = await first.tenant('pro');
      const { id, sessionId } = await begin(directory, tenant);
      const { findings } = await over(first, tenant, { id, sessionId });
      await tenant.patch(`/api/v1/findings/${findings[0]!.id}`, { status: 'accepted', note: 'known' });
      await first.platform.readModels.waitFor(await first.platform.events.head(), { timeoutMs: 60_000 });
      const paths = [`/api/sessions/${sessionId}`, `/api/v1/scans/${id}`, '/api/v1/projects', ...LEDGER.slice(0, 2)];
      const answers = new Map<string, Json>();
      for (const path of [...paths, `/api/v1/findings?scanId=${id}`, `/api/v1/findings/${findings[0]!.id}`])
        answers.set(path, (await tenant.get(path)).body);
      return { tenant, answers };
    };
    before.push(...(await Promise.all([usedBy(), usedBy(), usedBy()])));
    unfinished = await begin(directory, before[2]!.tenant);
    complete = (await over(first, before[2]!.tenant, unfinished)).session;
    await first.close();

    const broken = `credits-${before[0]!.tenant.organizationId}-`;
    inserted = await copyWithNewerFacts(join(today, 'events.db'), join(tomorrow, 'events.db'), {
      seed: SEED,
      // The queue's stream refuses unknown facts as the ledger does; only one ledger gets some.
      into: (stream) => !/^(credits|queue)-/.test(stream) || stream.startsWith(broken),
      until: ({ type, stream }) => type === 'ToolStarted' && stream === `session-${unfinished.sessionId}`,
    });
    service = await runningService({ settings: { ASSAY_DATA_DIR: tomorrow, ASSAY_DIRECTORY_ROOTS: `*=${targets}` } });
    for (const { tenant } of before)
      after.push(await service!.tenant('pro', { organizationId: tenant.organizationId }));
  }, 120_000);
  afterAll(async () => {
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([0, 1])('gives the same answers to organization %i, all but those of its ledger', async (index) => {
    expect(inserted).toBeGreaterThan(40);
    const others = [...before[index]!.answers].filter(([path]) => !LEDGER.includes(path));
    expect(others).not.toEqual([]);
    for (const [path, answer] of others) expect((await after[index]!.get(path)).body).toEqual(answer);
  });

  it('gives an organization without such entries the same balance and usage, and audits it', async () => {
    for (const path of LEDGER.slice(0, 2))
      expect((await after[1]!.get(path)).body).toEqual(before[1]!.answers.get(path));
    expect((await after[1]!.get('/api/billing/audit')).body).toMatchObject({
      chain: { valid: true },
      drift: { difference: 0 },
    });
  });

  it('goes on with a session to the end that it had', async () => {
    await eventsOf(`${service!.url}/api/sessions/${unfinished.sessionId}/events`, after[2]!.key);
    const { session } = await over(service!, after[2]!, unfinished);
    expect(session).toMatchObject({ status: complete.status, refund: complete.refund, summary: complete.summary });
  });

  it.each([
    ['status', (tenant: Tenant) => tenant.get('/api/billing/status')],
    ['audit', (tenant: Tenant) => tenant.get('/api/billing/audit')],
    ['usage', (tenant: Tenant) => tenant.get('/api/billing/usage')],
    ['quote', (tenant: Tenant) => tenant.post('/api/billing/quote')],
    [
      'a session',
      (tenant: Tenant) =>
        tenant.post('/api/sessions', { target: { directory: join(targets, 'shop') }, tools: ['css-errors'] }),
    ],
  ])('refuses %s of the ledger that was written to, and says which release to start', async (_, ask) => {
    const answer = await ask(after[0]!);
    expectRefusal(answer, 503, 'NEWER_RELEASE_REQUIRED', /Start release 9\.1\.0 or a newer one$/);
    expect(answer.headers.get('retry-after')).toBe('5');
    const { stream, revision, writtenBy, type } = answer.body.error.details;
    expect(writtenBy).toBe(NEWER_RELEASE);
    expect(stream.startsWith(`credits-${after[0]!.organizationId}-`)).toBe(true);
    const [recorded] = await collected(service!.platform.events.readStream(stream, { from: revision, limit: 1 }));
    expect(recorded).toMatchObject({ type, data: { tomorrow: expect.anything() } });
  });

  it('is degraded meanwhile, and serves', async () => {
    expectRefusal(await after[0]!.get('/api/billing/status'), 503, 'NEWER_RELEASE_REQUIRED');
    const { status, body } = await after[1]!.get('/health');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'degraded',
        checks: {
          projections: { status: 'up' },
          ledgers: { status: 'degraded', reason: expect.stringMatching(/^1 ledger holds entries of a newer release/) },
        },
      },
    });
  });
});
