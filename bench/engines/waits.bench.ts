import { mkdir } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, startChild } from '../child-process';
import type { LoopBlocks } from '../http/loop-blocks';
import type { OurServer } from '../http/our-server';
import type { Measurement } from '../measurement';
import { ATTACKS, type Attack, PAGES, SHARE } from './attacks';
import { type Client, clientOf } from './attacker';

/** Milliseconds between two requests of the other tenant. */
const PACE = 20;
/** Milliseconds without an attack, to compare with. */
const CALM = 3_000;
/** Milliseconds that another tenant's request may wait, at the 99th percentile. */
const GOAL = 200;

/** What an attack of one tenant keeps another tenant's requests waiting, on one embedded service. */
export async function benchWaits(folder: string): Promise<Measurement[]> {
  const server = startChild('http/our-server');
  const pages = await servedPages();
  try {
    const roots = join(folder, 'targets');
    await mkdir(roots);
    const allowedTargets = '127.0.0.1:*';
    const { url, key } = await server.ask<OurServer>({
      kind: 'start',
      dataDir: join(folder, 'data'),
      roots,
      allowedTargets,
    });
    const page = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    return await measured(server, { url, key, page });
  } finally {
    await server.end();
    pages.closeAllConnections();
    pages.close();
  }
}

async function measured(
  server: Child,
  { url, key, page }: { readonly url: string; readonly key: string; readonly page: string },
): Promise<Measurement[]> {
  const attacker = clientOf(url, await server.ask<string>({ kind: 'tenant' }));
  const other = clientOf(url, key);
  const calm: Attack = { name: 'no attack', run: () => pause(CALM) };
  const rows: Measurement[] = [];
  for (const attack of [calm, ...ATTACKS]) {
    process.stderr.write(`  ${attack.name} …\n`);
    await server.ask<LoopBlocks>({ kind: 'blocks' });
    const waits = await waitsDuring(other, () => attack.run({ attacker, page, url }));
    rows.push(row(attack.name, waits, await server.ask<LoopBlocks>({ kind: 'blocks' })));
  }
  return rows;
}

/** Requests at a fixed pace, each sent at its time, whether the ones before it are answered or not. */
async function waitsDuring(other: Client, attack: () => Promise<void>): Promise<number[]> {
  const waits: Promise<number>[] = [];
  let over = false;
  const attacking = attack().finally(() => (over = true));
  attacking.catch(() => undefined); // it is awaited below
  do {
    const sent = performance.now();
    waits.push(other('GET', '/api/billing/status').then(() => performance.now() - sent));
    await pause(PACE);
  } while (!over);
  await attacking;
  return Promise.all(waits);
}

function row(name: string, waits: number[], { wallMs, cpuMs }: LoopBlocks): Measurement {
  const sorted = waits.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  const notes = [
    `p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms, longest ${at(1).toFixed(0)} ms of ${waits.length} ` +
      `requests; longest block of the loop ${wallMs.toFixed(0)} ms by the clock` +
      `${cpuMs === undefined ? '' : `, ${cpuMs.toFixed(0)} ms of processor time`}; ` +
      `load ${loadavg()[0]!.toFixed(1)}${SHARE === 1 ? '' : `; ${SHARE} of the attack`}`,
  ];
  return { name: `wait during: ${name}`, unit: 'ms', ours: at(0.99), result: at(0.99), goal: { atMost: GOAL }, notes };
}

async function servedPages(): Promise<Server> {
  const server = createServer(({ url = '/' }, answer) => {
    const page = PAGES[url];
    answer.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page?.() ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
