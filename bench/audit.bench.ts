import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteEventStore } from '@assay/event-store';
import { growLedger } from './audit/grow-ledger';
import { startChild } from './child-process';
import type { LoopBlocks } from './http/loop-blocks';
import { organizationOf } from './log/grow-log';
import type { GrownServer, GrownUsage } from './log/grown-server';
import { type Measurement, median } from './measurement';

/** Entries of the ledger; ASSAY_BENCH_ENTRIES gives another number. */
const ENTRIES = Number(process.env['ASSAY_BENCH_ENTRIES'] ?? 1_000_000);
/** Milliseconds between two requests of the other client. */
const PACE = 20;
/** Requests of the other client that are measured while nobody audits. */
const QUIET = 200;

const AUDITS: readonly (readonly [what: string, query: string])[] = [
  ['from the newest anchored month', ''],
  ['the same again', ''],
  ['of everything', '?full=true'],
  ['of everything, again', '?full=true'],
];

interface Answer {
  readonly chain: { readonly checked: number; readonly checkedBefore?: number };
  readonly anchors: { readonly compared: number };
}

/**
 * A service whose one organization has a million ledger entries: how long an audit over HTTP takes, for how long the
 * loop that answers is busy with it at a time, and how long another request waits meanwhile.
 */
export async function benchAudit(): Promise<Measurement[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-bench-audit-'));
  const organizationId = organizationOf(0);
  const child = startChild('log/grown-server');
  try {
    const events = await openSqliteEventStore({ file: join(dataDir, 'events.db') });
    const entries = await growLedger(events, organizationId, ENTRIES);
    await events.close();
    const { url, key } = await child.ask<GrownServer>({ kind: 'start', dataDir, organizationId });
    const get = (path: string) => answerOf(`${url}${path}`, key);
    // The months are anchored some time after the start, the newest one last.
    while ((await get('/api/billing/audit?period=2026-10&limit=1')).anchors.compared === 0) await pause(500);
    const quiet = await waitsWhile(`${url}/health`, pause(QUIET * PACE));
    const rows: Measurement[] = [];
    for (const [what, query] of AUDITS) {
      const before = await child.ask<GrownUsage>({ kind: 'usage' });
      await child.ask<LoopBlocks>({ kind: 'blocks' });
      const began = performance.now();
      const audit = get(`/api/billing/audit${query}`);
      const waits = await waitsWhile(`${url}/health`, audit);
      const ours = (performance.now() - began) / 1_000;
      const blocks = await child.ask<LoopBlocks>({ kind: 'blocks' });
      const after = await child.ask<GrownUsage>({ kind: 'usage' });
      const cpu = (after.cpuSeconds - before.cpuSeconds).toFixed(1);
      rows.push({
        name: `audit of ${entries} entries: ${what}`,
        unit: 's',
        ours,
        result: ours,
        notes: [
          `${checkedText(await audit)}; ${cpu} s of processor time; ${after.peakMegabytes.toFixed(0)} MB at most`,
          `longest slice of the loop: ${blocks.cpuMs?.toFixed(1) ?? '?'} ms of processor time, ` +
            `${blocks.wallMs.toFixed(0)} ms by the clock`,
          `another request waited ${waitsText(waits)}; while nobody audited ${waitsText(quiet)}`,
        ],
      });
    }
    return rows;
  } finally {
    await child.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** However long it takes: fetch() gives up after five minutes. */
async function answerOf(url: string, key: string): Promise<Answer> {
  const [response] = (await once(request(url, { headers: { authorization: `Bearer ${key}` } }).end(), 'response')) as [
    IncomingMessage,
  ];
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${body.slice(0, 500)}`);
  return JSON.parse(body) as Answer;
}

const checkedText = ({ chain: { checked, checkedBefore = 0 } }: Answer): string =>
  `${checked} entries checked, ${checkedBefore} of them by an earlier audit`;

/** Milliseconds that each request took which was sent until the work was done. */
async function waitsWhile(url: string, work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let isDone = false;
  const ended = work.finally(() => (isDone = true));
  while (!isDone) {
    const began = performance.now();
    await (await fetch(url)).text();
    waits.push(performance.now() - began);
    await pause(PACE);
  }
  await ended;
  return waits;
}

function waitsText(waits: readonly number[]): string {
  const sorted = [...waits].sort((a, b) => a - b);
  const at99 = sorted[Math.floor((sorted.length - 1) * 0.99)]!;
  const most = sorted.at(-1)!;
  return `${median(waits).toFixed(1)} ms (median), ${at99.toFixed(0)} ms (p99), ${most.toFixed(0)} ms at most`;
}
