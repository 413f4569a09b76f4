import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventStore } from '@assay/event-store';
import { type Child, startChild } from './child-process';
import { growLog, organizationOf } from './log/grow-log';
import type { GrownServer, GrownUsage } from './log/grown-server';
import type { Measurement } from './measurement';

/** Events of the log; ASSAY_BENCH_EVENTS gives another number. */
const EVENTS = Number(process.env['ASSAY_BENCH_EVENTS'] ?? 1_000_000);
const MEGABYTE = 1_048_576;

/** One page of each list, one balance, and the audits, of the first organization. */
const PAGES: readonly (readonly [what: string, path: (scanId: string) => string])[] = [
  ['balance', () => '/api/billing/status'],
  ['sessions', () => '/api/sessions'],
  ['scans', () => '/api/v1/scans'],
  ['findings of a scan', (scanId) => `/api/v1/findings?scanId=${scanId}`],
  ['projects', () => '/api/v1/projects'],
  ['reports', () => '/api/v1/reports'],
  ['API keys', () => '/api/settings/api-keys'],
  ['tools', () => '/api/v1/tools'],
  ['usage of a month', () => '/api/billing/usage?period=2026-10'],
  ['audit from the newest anchored month', () => '/api/billing/audit'],
  ['audit of everything', () => '/api/billing/audit?full=true'],
];

/** A service on a log of a million events: its first start, with all read models to build, its next one, and pages. */
export async function benchLog(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  try {
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    const file = join(dataDir, 'events.db');
    const began = performance.now();
    const events = await openSqliteEventStore({ file });
    const count = await growLog(events, EVENTS);
    await events.close();
    const megabytes = (await stat(file)).size / MEGABYTE;
    const grown = `${count} events, ${megabytes.toFixed(0)} MB, appended in ${seconds(began).toFixed(0)} s`;
    const built = await withServer(dataDir, async (server) => [
      rowOfStart(`first start on ${count} events`, server, grown),
    ]);
    const served = await withServer(dataDir, async (server, child) => [
      rowOfStart('next start', server),
      ...(await pagesOf(server, child)),
    ]);
    return [...built, ...served];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const seconds = (began: number): number => (performance.now() - began) / 1_000;

async function withServer(
  dataDir: string,
  measure: (server: GrownServer, child: Child) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  const child = startChild('log/grown-server');
  try {
    const organizationId = organizationOf(0);
    return await measure(await child.ask<GrownServer>({ kind: 'start', dataDir, organizationId }), child);
  } finally {
    await child.end();
  }
}

function rowOfStart(name: string, server: GrownServer, note?: string): Measurement {
  const notes = [...(note === undefined ? [] : [note]), usageText(server)];
  return { name, unit: 's', ours: server.seconds, result: server.seconds, notes };
}

const usageText = ({ cpuSeconds, peakMegabytes }: GrownUsage): string =>
  `${cpuSeconds.toFixed(1)} s of processor time, ${peakMegabytes.toFixed(0)} MB at most`;

async function pagesOf({ url, key }: GrownServer, child: Child): Promise<Measurement[]> {
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    const body = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body.slice(0, 500)}`);
    return body;
  };
  const { data = {}, ...rest } = JSON.parse(await get('/api/v1/scans?limit=1')) as Record<string, never>;
  const scanId = /scn_[0-9a-f-]+/.exec(JSON.stringify([data, rest]))?.[0];
  if (scanId === undefined) throw new Error('there is no scan');
  const rows: Measurement[] = [];
  for (const [what, path] of PAGES) {
    const before = await child.ask<GrownUsage>({ kind: 'usage' });
    const began = performance.now();
    const bytes = (await get(path(scanId))).length;
    const ours = performance.now() - began;
    const after = await child.ask<GrownUsage>({ kind: 'usage' });
    const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
    const notes = [`${bytes} bytes; ${usageText({ ...after, cpuSeconds })}`];
    rows.push({ name: `first answer: ${what}`, unit: 'ms', ours, result: ours, notes });
  }
  return rows;
}
