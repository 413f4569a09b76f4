import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, startChild } from '../child-process';
import { type LoopBlocks, watchBlocks } from '../http/loop-blocks';
import type { OurServer } from '../http/our-server';
import type { Measurement } from '../measurement';
import { type Means, SHARE } from './attack';
import { type Client, clientOf } from './attacker';
import type { AttackersSites } from './attacking';
import { ATTACKS } from './attacks';

/** Milliseconds between two requests of the other tenant. */
const PACE = 20;
/** Milliseconds without an attack before each one, as the baseline: other work of the machine changes over time. */
const CALM = 3_000;
/** Attacks whose name has one of these words, separated by commas; all if it is not set. */
const WANTED = (process.env['ASSAY_BENCH_ATTACKS'] ?? '').split(',');
/** Milliseconds that another tenant's request may wait, at the 99th percentile. */
const GOAL = 200;

/** How long an attack of one tenant keeps another tenant's requests waiting, on one embedded service. */
export async function benchWaits(folder: string): Promise<Measurement[]> {
  const server = startChild('http/our-server');
  const attacker = startChild('engines/attacking');
  try {
    const roots = join(folder, 'targets');
    await mkdir(roots);
    const { hosta } = await attacker.ask<AttackersSites>({ kind: 'start' });
    const allowedTargets = '127.0.0.1:*';
    const { url, key } = await server.ask<OurServer>({
      kind: 'start',
      dataDir: join(folder, 'data'),
      roots,
      allowedTargets,
      hosta,
    });
    return await measured({ server, attacker }, { url, key, roots });
  } finally {
    await Promise.all([server.end(), attacker.end()]);
  }
}

async function measured(
  { server, attacker }: Readonly<Record<'server' | 'attacker', Child>>,
  { url, key, roots }: OurServer & Means,
): Promise<Measurement[]> {
  const attackersKey = await server.ask<string>({ kind: 'tenant' });
  const other = clientOf(url, key);
  const own = watchBlocks();
  const rows: Measurement[] = [];
  for (const { name } of ATTACKS.filter((attack) => WANTED.some((word) => attack.name.includes(word)))) {
    process.stderr.write(`  ${name} …\n`);
    await attacker.ask<void>({ kind: 'prepare', name, roots });
    const calm = await waitsDuring(other, () => pause(CALM));
    await server.ask<LoopBlocks>({ kind: 'blocks' });
    own.taken();
    const waits = await waitsDuring(other, () => attacker.ask<void>({ kind: 'attack', url, key: attackersKey }));
    const blocks = await server.ask<LoopBlocks>({ kind: 'blocks' });
    const measurement = row(name, { calm, waits, blocks, own: own.taken() });
    // A run takes minutes, so each result is shown at once, even if the next attack fails.
    for (const note of measurement.notes!) process.stderr.write(`    ${note}\n`);
    rows.push(measurement);
  }
  return rows;
}

/** Sends requests at a fixed pace, each at its time, whether earlier ones are answered or not. */
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

interface Waits {
  /** Milliseconds of the requests before the attack. */
  readonly calm: readonly number[];
  readonly waits: readonly number[];
  readonly blocks: LoopBlocks;
  /** The loop of this process, which measures. While it is busy, the wait is not the service's. */
  readonly own: LoopBlocks;
}

const blockText = ({ wallMs, cpuMs }: LoopBlocks): string =>
  `${wallMs.toFixed(0)} ms by the clock${cpuMs === undefined ? '' : `, ${cpuMs.toFixed(0)} ms of processor time`}`;

function row(name: string, { calm, waits, blocks, own }: Waits): Measurement {
  const p99 = shareOf(waits, 0.99);
  const notes = [
    `p50 ${shareOf(waits, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${shareOf(waits, 1).toFixed(0)} ms ` +
      `of ${waits.length} requests; before the attack p50 ${shareOf(calm, 0.5).toFixed(0)} ms, ` +
      `p99 ${shareOf(calm, 0.99).toFixed(0)} ms of ${calm.length}`,
    `longest block of the loop ${blockText(blocks)}; of the loop that measures ${blockText(own)}; ` +
      `load ${loadavg()[0]!.toFixed(1)}${SHARE === 1 ? '' : `; ${SHARE} of the attack`}`,
  ];
  return { name: `wait during: ${name}`, unit: 'ms', ours: p99, result: p99, goal: { atMost: GOAL }, notes };
}

/** The value below which this share of the values lies. */
function shareOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}
