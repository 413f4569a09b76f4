import { openSqliteReadModelStore, readModelsOf, type StoredDocument } from '@assay/read-models';
import { projections } from '@assay/projections';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelServer, answers } from '../../libs/ai-reports/test/model-server';
import { expectSoundLedger } from './accounts';
import { type Client, clientOf } from './client';
import { BROKEN_REGEX_DOS } from './engine-faults';
import { eventually } from './eventually';
import { recordedEvents } from './recorded-events';
import { endLeftovers, type RunningService, runCommand, startProcess } from './service-under-test';

const engineFaults = BROKEN_REGEX_DOS;
const TOOLS = ['markdown-lint', 'py-security', 'regex-dos', 'go-security'];

let root: string;
let dataDir: string;
let key: string;
let before: ReadModelSnapshot;
let site: Server;
let siteUrl: string;
let model: ModelServer;
/** Whether the site's answers have a header that a scan of it looks for. */
let careful = true;

/**
 * Sessions with and without a project, one canceled, findings that were judged, AI reports, help that a language model
 * wrote, and a project that was deleted with its session and reports; automations, one of them deleted; a site that
 * passed its gate and then failed it; credits that were bought, and that are bought by themselves when they run low.
 */
beforeAll(async () => {
  site = createServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', ...(careful && { 'x-content-type-options': 'nosniff' }) })
      .end('<!doctype html><html lang="en"><title>Shop</title></html>'),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  model = await ModelServer.listen();
  model.behaves = answers(JSON.stringify({ finding1: ['This runs what it is given.'] }));
  root = await mkdtemp(join(tmpdir(), 'assay-rebuild-'));
  dataDir = join(root, 'data');
  await mkdir(join(root, 'target'));
  await writeFile(join(root, 'target/README.md'), '# Title\n\n### Skips a level\n\n[empty]()\n');
  await writeFile(
    join(root, 'target/job.py'),
    'import subprocess\n\n\ndef run(command):\n    exec(command)\n    subprocess.call("ls " + command, shell=True)\n',
  );
  await writeFile(join(root, 'target/tag.js'), 'export const tag = /<(\\w+)+>/;\n');
  const service = await start();
  key = service.key!;
  await makeHistory(clientOf({ url: service.url, key }));
  await rest(service);
  await service.stop();
  before = await snapshot();
});

afterAll(async () => {
  await endLeftovers();
  await model.close();
  await new Promise((resolve) => site.close(resolve));
  await rm(root, { recursive: true, force: true });
});

test('the history has something of every read model, so that equal does not mean empty', () => {
  expect(Object.keys(before.documents).sort()).toEqual(projections.map(({ name }) => name).sort());
  const empty = Object.entries(before.documents).filter(([, documents]) => documents.length === 0);
  expect(empty.map(([name]) => name)).toEqual([]);
  expect(before.documents['projects']).toHaveLength(1);
  expect(before.documents['sessions']).toHaveLength(5);
});

test('assay rebuild makes every read model anew, the same document for document', async () => {
  const { code, output, errorOutput } = await runCommand(['rebuild'], { ASSAY_DATA_DIR: dataDir });
  expect([code, errorOutput]).toEqual([0, '']);
  for (const { name } of projections) expect(output).toContain(`${name}: `);
  const after = await snapshot();
  expect(after.documents).toEqual(before.documents);
  // They are others, not those that were there.
  expect(after.generations.filter((generation) => before.generations.includes(generation))).toEqual([]);
});

test(
  'the read-model file deleted, the next start makes the same documents, and what reacts to events does nothing ' +
    'twice',
  async () => {
    const events = await recordedEvents(dataDir);
    for (const file of await readdir(dataDir)) if (file.startsWith('read-models.db')) await rm(join(dataDir, file));
    const service = await start();
    await expectSoundLedger(clientOf({ url: service.url, key }));
    await rest(service);
    await service.stop();
    expect((await snapshot()).documents).toEqual(before.documents);
    expect(await recordedEvents(dataDir)).toEqual(events);
  },
);

const start = (): Promise<RunningService> =>
  startProcess({
    dataDir,
    roots: root,
    engineFaults,
    environment: {
      ASSAY_ADMIN_PORT: '0',
      ASSAY_ALLOWED_TARGETS: new URL(siteUrl).host,
      ASSAY_MODEL_URL: model.url,
      ASSAY_MODEL_NAME: 'stand-in',
    },
  });

/**
 * Until every reactor and read model has handled the whole log. A service that is stopped earlier leaves the rest to
 * its next start, and a snapshot of its documents would be one of a moment.
 */
async function rest({ adminUrl }: RunningService): Promise<void> {
  await eventually('reactors and read models are at the head of the log', async () => {
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    const lags = [...metrics.matchAll(/^assay_(?:reactor|projection)_lag\{.*\} (\d+)$/gm)];
    const named = lags.filter(([line]) => line.startsWith('assay_projection_lag'));
    return named.length === projections.length && lags.every(([, lag]) => lag === '0') ? true : undefined;
  });
}

async function makeHistory(client: Client): Promise<void> {
  const target = { directory: join(root, 'target') };
  const projectNamed = async (name: string) =>
    (await client.post<{ data: { id: string } }>('/api/v1/projects', { name, platforms: ['web'] })).data.id;
  const [kept, doomed] = [await projectNamed('kept'), await projectNamed('doomed')];
  const sessions: string[] = [];
  for (const project of [{ applicationId: kept }, { applicationId: doomed }, {}])
    sessions.push(await client.start({ target, tools: TOOLS, ...project }));
  for (const sessionId of sessions) await client.ended(sessionId);
  await judge(client, sessions[0]!, ['accepted', 'resolved']);
  await judge(client, sessions[1]!, ['false_positive']);
  for (const sessionId of sessions.slice(0, 2)) {
    const { scanId } = await client.session(sessionId);
    await client.post('/api/v1/reports/ai', { scanId });
    const findingIds = [(await client.findings(scanId))[0]!.id];
    await client.post('/api/v1/reports/ai/issues', { scanId, feature: 'issue_explanations', findingIds });
  }

  await automate(client, kept!);
  await gate(client, kept!);
  await buy(client);

  const canceled = await client.start({ target, tools: TOOLS });
  await client.request('DELETE', `/api/sessions/${canceled}`);
  await client.ended(canceled);

  await client.request('DELETE', `/api/v1/projects/${doomed}`);
  await eventually('the sessions of the deleted project are gone', async () =>
    (await client.sessionIds()).includes(sessions[1]!) ? undefined : true,
  );
}

/** One that fired, and one that is deleted with what fired it. */
async function automate(client: Client, projectId: string): Promise<void> {
  const given = {
    name: 'On call',
    projectId,
    trigger: { type: 'webhook', config: {} },
    action: { type: 'scan', config: {} },
  };
  const create = async () =>
    (await client.post<{ automation: { id: string; webhookUrl: string } }>('/api/v1/automations', given)).automation;
  for (const { id, webhookUrl } of [await create(), await create()]) {
    for (const author of ['ada', 'grace']) await client.post(new URL(webhookUrl).pathname, { author, branch: 'main' });
    await client.patch(`/api/v1/automations/${id}`, { name: 'On each call' });
  }
  const [newest] = (await client.get<{ automations: { id: string }[] }>('/api/v1/automations')).automations;
  await client.request('DELETE', `/api/v1/automations/${newest!.id}`);
}

/** A site that passes its gate, and fails it at the next scan; nobody hears of it, for there is no mail server. */
async function gate(client: Client, projectId: string): Promise<void> {
  const { automation } = await client.post<{ automation: { webhookUrl: string } }>('/api/v1/automations', {
    name: 'Each deployment',
    projectId,
    trigger: { type: 'webhook', config: {} },
    action: {
      type: 'scan',
      config: { tools: ['security-headers'], failOn: 'low', notifications: { email: ['ada@example.com'] } },
    },
  });
  for (const verdict of ['pass', 'fail']) {
    careful = verdict === 'pass';
    const { scanId } = await client.post<{ scanId: string }>(new URL(automation.webhookUrl).pathname, {
      targetUrl: siteUrl,
    });
    await eventually(`the site's verdict is ${verdict}`, async () => {
      const { scan } = await client.get<{ scan: { verdict?: { verdict: string } } }>(`/api/v1/scans/${scanId}`);
      return scan.verdict?.verdict === verdict ? true : undefined;
    });
  }
  await eventually('the message of the failed gate is recorded', async () => {
    const { deliveries } = await client.get<{ deliveries: object[] }>(
      '/api/settings/notifications/deliveries?status=skipped',
    );
    return deliveries.length > 0 ? true : undefined;
  });
}

/** A package that is paid on the page of the test provider, with a card that automatic top-ups charge later. */
async function buy(client: Client): Promise<void> {
  const { checkoutUrl } = await client.post<{ checkoutUrl: string }>('/api/billing/purchase-credits', {
    packageId: 'credits-100',
  });
  const token = createHash('sha256')
    .update(`form/${checkoutUrl.split('/').at(-1)}`)
    .digest('base64url');
  const form = new URLSearchParams({ token, card: 'accepted', keepCard: 'yes', action: 'pay' });
  expect((await fetch(checkoutUrl, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
  await eventually('the purchase is in the ledger', async () =>
    (await client.audit()).entries.some(({ type }) => type === 'purchase') ? true : undefined,
  );
  await client.post('/api/settings/subscription/auto-topup', {
    enabled: true,
    triggerThreshold: 10,
    packageId: 'credits-100',
    maxPerMonth: 1,
  });
}

/** Another decision for each of the session's first findings. */
async function judge(client: Client, sessionId: string, statuses: readonly string[]): Promise<void> {
  const findings = await client.findings((await client.session(sessionId)).scanId);
  for (const [index, status] of statuses.entries())
    await client.patch(`/api/v1/findings/${findings[index]!.id}`, { status, note: `because of ${index}` });
}

interface ReadModelSnapshot {
  /** By read model: all documents of the generation that serves, with their positions, by id. */
  readonly documents: Readonly<Record<string, readonly StoredDocument<object>[]>>;
  readonly generations: readonly string[];
}

async function snapshot(): Promise<ReadModelSnapshot> {
  const store = await openSqliteReadModelStore({ file: join(dataDir, 'read-models.db'), readOnly: true });
  try {
    const readModels = readModelsOf(store, projections);
    const documents: Record<string, readonly StoredDocument<object>[]> = {};
    for (const projection of projections) documents[projection.name] = await readModels.collection(projection).find();
    return { documents, generations: (await store.collections()).filter((collection) => collection.includes('@')) };
  } finally {
    await store.close();
  }
}
