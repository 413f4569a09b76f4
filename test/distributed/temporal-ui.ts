import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { clientOf } from '../faults/client';
import { eventually } from '../faults/eventually';
import { type Cluster, startCluster } from './cluster';
import { startEngines } from './engines';

const ROOT = resolve(__dirname, '../..');
const SAMPLES = join(ROOT, 'samples');
const PICTURES = join(ROOT, 'docs', 'temporal-ui');

/**
 * Screenshots of an operator's views in the Temporal UI, by headless Chromium (`ASSAY_CHROMIUM`, default `chromium`): a
 * running session, a canceled one with its refund, and the search by project. Everything runs here, on loopback.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-ui-'));
  const code = join(folder, 'code');
  await cp(SAMPLES, code, { recursive: true });
  const engines = await startEngines(folder, { withUi: true });
  let cluster: Cluster | undefined;
  let browser: Browser | undefined;
  try {
    // One pass at a time, so that most of them wait while a picture is taken.
    cluster = await startCluster({
      engines,
      folder,
      name: 'ui',
      roots: code,
      workers: 1,
      environment: { ASSAY_ENGINE_SLOTS: '1' },
    });
    browser = await puppeteer.launch({
      executablePath: process.env['ASSAY_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
      defaultViewport: { width: 1440, height: 1100 },
    });
    await mkdir(PICTURES, { recursive: true });
    await photograph(cluster, join(code, 'shop'), engines.temporalUi!, await browser.newPage());
  } finally {
    await browser?.close();
    await cluster?.stop();
    await engines.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function photograph(cluster: Cluster, directory: string, ui: string, page: Page): Promise<void> {
  const api = clientOf(cluster);
  const { data: project } = await api.post<{ data: { id: string } }>('/api/v1/projects', {
    name: 'Web shop',
    platforms: ['web'],
  });
  const start = async (): Promise<string> =>
    (await api.post<{ sessionId: string }>('/api/sessions', { target: { directory }, applicationId: project.id }))
      .sessionId;
  const reports = async (sessionId: string) =>
    Object.values(
      (await api.get<{ toolReports: Record<string, { status: string }> }>(`/api/sessions/${sessionId}`)).toolReports,
    );
  const someReported = (sessionId: string) =>
    eventually('some tools have reported', async () =>
      (await reports(sessionId)).some(({ status }) => status === 'completed') ? true : undefined,
    );
  const over = (sessionId: string) =>
    eventually(
      'the session ends',
      async () =>
        ['completed', 'partial'].includes((await api.get<{ status: string }>(`/api/sessions/${sessionId}`)).status)
          ? true
          : undefined,
      240_000,
    );

  const workflow = (sessionId: string) => `${ui}/namespaces/default/workflows/session-${sessionId}`;
  const first = await start();
  await someReported(first);
  await open(page, workflow(first), 'runPass');
  await shot(page, 'running-session');
  await openTab(page, 'User Metadata', 'Current Details');
  await shot(page, 'running-session-tools');
  await over(first);

  const second = await start();
  await someReported(second);
  await api.request('DELETE', `/api/sessions/${second}`);
  await over(second);
  await open(page, workflow(second), 'settle');
  await openTab(page, 'User Metadata', 'Current Details');
  await shot(page, 'canceled-session');

  await open(
    page,
    `${ui}/namespaces/default/workflows?query=${encodeURIComponent(`AssayProject="${project.id}"`)}`,
    `session-${second}`,
  );
  await shot(page, 'search-by-project');
}

/** @param shows a text that the page has once it is loaded */
async function open(page: Page, url: string, shows: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' });
  await showing(page, shows);
}

async function openTab(page: Page, name: string, shows: string): Promise<void> {
  await page.locator(`::-p-text(${name})`).click();
  await showing(page, shows);
}

const showing = (page: Page, text: string) =>
  page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`, { timeout: 30_000 });

async function shot(page: Page, name: string): Promise<void> {
  await page.waitForNetworkIdle({ timeout: 10_000, concurrency: 4 });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) as `${string}.png` });
  process.stdout.write(`${join('docs', 'temporal-ui', `${name}.png`)}\n`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
