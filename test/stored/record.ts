// Records a store of today's sources, and what they answer to its organization, for release-before.spec.ts: the next
// release reads the store. `npm run record:stored -- <commit>` names it by the commit of the sources that wrote it.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventsOf } from '../support/event-source';
import { type GitServer, openGitServer } from '../support/git-server/git-server';
import type { Json } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';
import { DOCUMENT, STYLESHEET, WORKFLOW } from '../support/targets';

const PUBLIC = 'https://assay.example';
/** A field that depends on the keys and settings of the service, which are not stored. */
const OF_SETTINGS = 'webhookUrl';
const TOOLS = ['css-errors', 'github-actions-security', 'markdown-lint'];

interface World {
  readonly service: RunningService;
  readonly tenant: Tenant;
  readonly git: GitServer;
}

async function main(): Promise<void> {
  const [name] = process.argv.slice(2);
  if (!/^[0-9a-f]{7}$/.test(name ?? '')) throw new Error('name the commit of the sources by seven digits');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-record-')));
  const git = await openGitServer();
  const address = `127.0.0.1:${git.port}`;
  const service = await runningService({
    settings: {
      ASSAY_DATA_DIR: folder,
      ASSAY_HOSTA_URL: `http://${address}`,
      ASSAY_ALLOWED_TARGETS: address,
      ASSAY_PUBLIC_URL: PUBLIC,
      ASSAY_APP_URL: PUBLIC,
    },
  });
  try {
    const tenant = await service.tenant('business');
    const paths = await liveThrough({ service, tenant, git });
    await caughtUp(service);
    const answers: Record<string, Json> = {};
    for (const path of paths) answers[path] = await answer(tenant.get(path));
    const recorded = { organizationId: tenant.organizationId, answers };
    const text = JSON.stringify(recorded, (key, value: unknown) => (key === OF_SETTINGS ? undefined : value), 1);
    writeFileSync(join(__dirname, `${name}.generated.json`), `${text}\n`);
  } finally {
    await service.close();
    await git.close();
  }
  copyFileSync(join(folder, 'events.db'), join(__dirname, `${name}.db`));
  rmSync(folder, { recursive: true });
}

/** @returns the paths whose answers depend only on the recorded events, not on the time of the request */
async function liveThrough(world: World): Promise<string[]> {
  const { tenant } = world;
  const applicationId = await newProject(tenant, 'Shop');
  const first = await scanOf(world, 'first', { ...STYLESHEET, ...DOCUMENT, ...WORKFLOW }, { applicationId });
  const [known] = (await answer(tenant.get(`/api/v1/findings?scanId=${first.scanId}`))).findings;
  await answer(tenant.patch(`/api/v1/findings/${known.id}`, { status: 'accepted', note: 'known' }));
  const { quoteId } = await answer(
    tenant.post('/api/billing/quote', {
      projectId: applicationId,
      estimatedLines: 500,
      config: { categories: ['security'] },
    }),
  );
  const second = await scanOf(world, 'second', { ...STYLESHEET, ...DOCUMENT }, { applicationId, quoteId });
  await answer(tenant.post('/api/v1/reports/ai', { scanId: first.scanId, format: 'full' }));
  await buyCredits(world);
  const automation = await fireAutomation(world);
  await setReceivers(tenant);
  await deleteProject(world);
  await revokeKey(tenant);
  await caughtUp(world.service);
  return [
    `/api/billing/audit?asOf=${new Date().toISOString()}`,
    '/api/sessions',
    '/api/v1/scans',
    '/api/v1/projects',
    `/api/v1/automations/${automation.id}`,
    `/api/v1/automations/${automation.id}/history`,
    `/api/v1/scans/${automation.scanId}`,
    `/api/v1/scans/${first.scanId}/compare/${second.scanId}`,
    `/api/v1/reports/ai?scan_id=${first.scanId}&format=full`,
    '/api/settings/webhooks',
    ...[first, second].flatMap(({ scanId, sessionId }) => [
      `/api/v1/findings?scanId=${scanId}`,
      `/api/sessions/${sessionId}`,
      `/api/sessions/${sessionId}/receipt`,
    ]),
  ];
}

const newProject = async (tenant: Tenant, name: string, more: object = {}): Promise<string> =>
  (await answer(tenant.post('/api/v1/projects', { name, platforms: ['web'], ...more }))).data.id;

async function scanOf(
  { service, tenant }: World,
  name: string,
  files: Readonly<Record<string, string>>,
  more: object,
): Promise<{ scanId: string; sessionId: string }> {
  const target = { directory: await service.directory(name, files) };
  const asked = { target, tools: TOOLS, enableIntelligence: false, ...more };
  const { scanId, sessionId } = await answer(tenant.post('/api/sessions', asked));
  await eventsOf(`${service.url}/api/sessions/${sessionId}/events`, tenant.key);
  await caughtUp(service);
  return { scanId, sessionId };
}

/** Pays with a test card. */
async function buyCredits({ service, tenant }: World): Promise<void> {
  const bought = happened(service, 'PurchaseBooked');
  const { checkoutUrl } = await answer(tenant.post('/api/billing/purchase-credits', { packageId: 'credits-100' }));
  const page = checkoutUrl.replace(PUBLIC, service.url);
  const token = createHash('sha256')
    .update(`form/${page.split('/').at(-1)}`)
    .digest('base64url');
  const body = new URLSearchParams({ token, action: 'pay', card: 'accepted', keepCard: 'yes' });
  const { status } = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  if (status !== 303) throw new Error(`the checkout answers ${status}`);
  await bought;
}

async function fireAutomation({ service, tenant, git }: World): Promise<{ id: string; scanId: string }> {
  git.add('ada/shop', { main: (objects) => objects.line([{ tree: STYLESHEET }]) });
  const projectId = await newProject(tenant, 'Pushed', { repositoryUrl: `http://127.0.0.1:${git.port}/ada/shop.git` });
  const { automation } = await answer(
    tenant.post('/api/v1/automations', {
      name: 'On push',
      projectId,
      trigger: { type: 'webhook', config: {} },
      action: { type: 'scan', config: { platform: 'web', tools: ['css-errors'], failOn: 'medium' } },
    }),
  );
  const judged = happened(service, 'VerdictGiven');
  await answer(tenant.post(automation.webhookUrl.replace(PUBLIC, ''), {}, { authorization: '' }));
  await judged;
  await caughtUp(service);
  const { history } = await answer(tenant.get(`/api/v1/automations/${automation.id}/history`));
  return { id: automation.id, scanId: history[0].scanId };
}

async function setReceivers(tenant: Tenant): Promise<void> {
  await answer(tenant.post('/api/settings/webhooks', { url: 'https://example.com/assay', enabled: false }));
  await answer(tenant.post('/api/settings/notifications/notices', { email: ['ada@example.com'] }));
}

/** Deletes a project with its results. */
async function deleteProject(world: World): Promise<void> {
  const applicationId = await newProject(world.tenant, 'Gone');
  await scanOf(world, 'gone', STYLESHEET, { applicationId });
  const deleted = happened(world.service, 'SessionDeleted');
  await answer(world.tenant.delete(`/api/v1/projects/${applicationId}`));
  await deleted;
}

async function revokeKey(tenant: Tenant): Promise<void> {
  const grant = { name: 'CI', permissions: ['scans:read'] };
  const { apiKey } = await answer(tenant.post('/api/settings/api-keys', grant));
  await answer(tenant.delete(`/api/settings/api-keys/${apiKey.id}`));
}

async function happened({ platform }: RunningService, type: string): Promise<void> {
  const after = await platform.events.head();
  for await (const message of platform.events.subscribeToAll({ after, filter: { types: [type] } }))
    if (message.kind === 'event') return;
}

const caughtUp = async ({ platform }: RunningService): Promise<void> =>
  platform.readModels.waitFor(await platform.events.head(), { timeoutMs: 60_000 });

async function answer(given: Promise<{ readonly status: number; readonly body: Json }>): Promise<Json> {
  const { status, body } = await given;
  if (status >= 400) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
