import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, clientOf } from '../../test/faults/client';
import { writeTarget } from '../../test/faults/session-outcome';
import { runCommand } from '../../test/faults/service-under-test';
import { type Cluster, startCluster } from '../../test/distributed/cluster';
import type { ManagedProcess } from '../../test/distributed/managed-process';
import type { Measurement } from '../measurement';
import { withEngines } from './with-engines';

const SESSIONS = 200;
/** The sessions that another organization starts last. They must not wait for all that came before. */
const LATECOMERS = 20;
const TOOLS = ['js-correctness', 'py-security', 'markdown-lint', 'biome-suspicious', 'secrets-source'];
/** Milliseconds. */
const BETWEEN_LOOKS = 1_000;

interface Load {
  readonly workers: number;
  readonly seconds: number;
  /** Seconds from the first start to the end of the last session. */
  readonly lastOfFirst: number;
  readonly lastOfLatecomers: number;
  /** Megabytes resident in a worker process itself, without its engines: after the first tenth, and the most ever. */
  readonly memory: { readonly early: number; readonly most: number };
  readonly unfinished: number;
}

/**
 * 200 sessions of five tools queued at once, 180 of one organization and then 20 of another, on one worker and on two.
 */
export async function benchLoad(folder: string): Promise<Measurement[]> {
  const loads: Load[] = [];
  for (const workers of [1, 2]) {
    process.stderr.write(`  ${SESSIONS} sessions on ${workers} worker${workers === 1 ? '' : 's'} …\n`);
    const own = join(folder, `on-${workers}`);
    await mkdir(own, { recursive: true });
    await writeTarget(join(own, 'target'));
    await withEngines(own, async (engines) => {
      const cluster = await startCluster({
        engines,
        folder: own,
        name: `load-${workers}`,
        roots: own,
        workers,
        environment: { ASSAY_BOOTSTRAP_TIER: 'business' },
      });
      try {
        loads.push(await load(cluster, workers, join(own, 'target'), engines));
      } finally {
        await cluster.stop();
      }
    });
  }
  const [one, two] = loads as [Load, Load];
  const perMinute = ({ seconds }: Load) => SESSIONS / (seconds / 60);
  return [
    {
      name: `${SESSIONS} queued sessions of ${TOOLS.length} tools on two workers, against one worker`,
      unit: 'sessions/min',
      ours: perMinute(two),
      baseline: perMinute(one),
      result: perMinute(two) / perMinute(one),
      notes: loads.map(
        ({ workers, seconds, lastOfFirst, lastOfLatecomers, memory, unfinished }) =>
          `${workers} worker${workers === 1 ? '' : 's'}: ${seconds.toFixed(0)} s, ${unfinished} not completed; ` +
          `the ${SESSIONS - LATECOMERS} sessions of the first organization were done after ` +
          `${lastOfFirst.toFixed(0)} s, the ${LATECOMERS} that another one started after them after ` +
          `${lastOfLatecomers.toFixed(0)} s; a worker process took ${memory.early.toFixed(0)} MB after a tenth ` +
          `of them and ${memory.most.toFixed(0)} MB at most`,
      ),
    },
  ];
}

async function load(
  cluster: Cluster,
  workers: number,
  directory: string,
  engines: { readonly eventStoreUrl: string; readonly readModelUrl: string },
): Promise<Load> {
  const first = clientOf(cluster);
  const latecomer = clientOf({ url: cluster.url, key: await keyOfAnother(engines) });
  const began = performance.now();
  const start = (client: Client) => client.start({ target: { directory }, tools: TOOLS });
  const firstIds = await inGroups(SESSIONS - LATECOMERS, () => start(first));
  const lateIds = await inGroups(LATECOMERS, () => start(latecomer));
  const samples: number[] = [];
  const ends = { first: 0, late: 0 };
  let early: number | undefined;
  for (;;) {
    const done = { first: await endedOf(first), late: await endedOf(latecomer) };
    const seconds = (performance.now() - began) / 1_000;
    samples.push(Math.max(...(await Promise.all(cluster.workers.map(residentMegabytes)))));
    if (done.first + done.late >= SESSIONS / 10) early ??= samples.at(-1)!;
    if (done.first === firstIds.length) ends.first ||= seconds;
    if (done.late === lateIds.length) ends.late ||= seconds;
    if (ends.first > 0 && ends.late > 0) break;
    await new Promise((resume) => setTimeout(resume, BETWEEN_LOOKS));
  }
  const statuses = await Promise.all([
    ...firstIds.map((id) => first.session(id)),
    ...lateIds.map((id) => latecomer.session(id)),
  ]);
  return {
    workers,
    seconds: Math.max(ends.first, ends.late),
    lastOfFirst: ends.first,
    lastOfLatecomers: ends.late,
    memory: { early: early ?? 0, most: Math.max(...samples) },
    unfinished: statuses.filter(({ status }) => status !== 'completed').length,
  };
}

/** Ten requests at a time. */
async function inGroups<Value>(count: number, run: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  while (values.length < count)
    values.push(...(await Promise.all(Array.from({ length: Math.min(10, count - values.length) }, run))));
  return values;
}

async function endedOf(client: Client): Promise<number> {
  let ended = 0;
  for (let offset = 0; ; offset += 100) {
    const { sessions } = await client.get<{ sessions: { status: string }[] }>(
      `/api/sessions?limit=100&offset=${offset}`,
    );
    ended += sessions.filter(({ status }) => ['completed', 'partial', 'failed'].includes(status)).length;
    if (sessions.length < 100) return ended;
  }
}

async function keyOfAnother({
  eventStoreUrl,
  readModelUrl,
}: {
  readonly eventStoreUrl: string;
  readonly readModelUrl: string;
}): Promise<string> {
  const environment = { ASSAY_EVENT_STORE_URL: eventStoreUrl, ASSAY_READ_MODEL_URL: readModelUrl };
  const run = async (...args: string[]): Promise<string> => {
    const { code, output, errorOutput } = await runCommand(args, environment);
    if (code !== 0) throw new Error(`assay ${args.join(' ')}: ${errorOutput}`);
    return output.trim();
  };
  const organizationId = await run('org', 'create', 'Latecomer', '--tier', 'business');
  const [key] =
    /asy_[\w-]{43}/.exec(await run('key', 'create', '--org', organizationId, '--preset', 'full_access')) ?? [];
  if (key === undefined) throw new Error('assay key create printed no key');
  return key;
}

async function residentMegabytes({ pid }: ManagedProcess): Promise<number> {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1024;
}
