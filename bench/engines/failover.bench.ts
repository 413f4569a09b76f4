import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventStore, openEventStoreDb } from '@assay/event-store';
import { StandInCluster } from '../../test/support/eventstoredb/cluster';
import type { Measurement } from '../measurement';

/** Milliseconds from the fault until another node leads, as the benchmark decides. */
const ELECTION = 2_000;
/** Milliseconds that appends may be unavailable beyond the election. */
const GOAL = 2_000;
/** Milliseconds of appends before the fault, and after the election at most. */
const [BEFORE, PATIENCE] = [500, 30_000];
const WRITERS = 8;

/** The first node leads until the fault. */
const FAULTS: Readonly<Record<string, (cluster: StandInCluster) => Promise<void> | void>> = {
  'the leader is killed': (cluster) => cluster.kill(0),
  'the leader is killed as a process': (cluster) => cluster.kill(0),
  'the leader is stopped as a process': (cluster) => cluster.stop(0),
  'the leader is cut off': (cluster) => cluster.cut(0),
  'there is no majority': () => undefined,
};
const WAYS: Readonly<Record<string, (cluster: StandInCluster) => string>> = {
  'three seeds': (cluster) => cluster.url('esdb', 0, 1, 2),
  'one seed': (cluster) => cluster.url('esdb+discover', 0),
  'one plain host': (cluster) => cluster.url('esdb', 0),
};

/**
 * The effect of a lost leader of three stand-ins on writers that keep appending: how long no append succeeds beyond the
 * election, and which answers the callers get.
 */
export async function benchFailover(folder: string): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const [fault, happen] of Object.entries(FAULTS))
    for (const [way, urlOf] of Object.entries(WAYS)) {
      const file = join(folder, `${randomUUID()}.db`);
      const cluster = await StandInCluster.start(
        file,
        {},
        { withDoors: true, leaderApart: fault.endsWith('as a process') },
      );
      const store = await openEventStoreDb({ url: urlOf(cluster), deadlineMs: PATIENCE });
      try {
        rows.push(row(`${fault}, ${way}`, await failover(cluster, store, happen)));
      } finally {
        await store.close();
        await cluster.close();
      }
    }
  return rows;
}

interface Failover {
  /** Milliseconds without a successful append. */
  readonly unavailable: number;
  /** The callers' errors, of appends with ids and without. */
  readonly told: { readonly withIds: string[]; readonly withoutIds: string[] };
  readonly appends: number;
}

async function failover(
  cluster: StandInCluster,
  store: EventStore,
  happen: (cluster: StandInCluster) => Promise<void> | void,
): Promise<Failover> {
  const told = { withIds: [] as string[], withoutIds: [] as string[] };
  const done: number[] = [];
  let isOver = false;
  const write = async (writer: number) => {
    const hasIds = writer % 2 === 0;
    for (let n = 0; !isOver; n += 1) {
      const event = { type: 'Written', data: { n }, ...(hasIds && { id: randomUUID() }) };
      try {
        await store.append(`writer-${writer}`, [event]);
        done.push(performance.now());
      } catch (error) {
        (hasIds ? told.withIds : told.withoutIds).push((error as Error).message);
      }
      await pause(10);
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await pause(BEFORE);
  const began = performance.now();
  cluster.elect(undefined);
  await happen(cluster);
  await pause(ELECTION);
  cluster.elect(1);
  const elected = performance.now();
  while (done.at(-1)! < elected && performance.now() < elected + PATIENCE) await pause(10);
  isOver = true;
  await writing;
  const before = Math.max(...done.filter((at) => at < began));
  const after = done.find((at) => at > elected) ?? Infinity;
  return { unavailable: after - before, told, appends: done.length };
}

function row(name: string, { unavailable, told, appends }: Failover): Measurement {
  const beyond = unavailable - ELECTION;
  const textOf = (messages: readonly string[]) =>
    messages.length === 0 ? 'none' : `${messages.length} (${[...new Set(messages)].join('; ')})`;
  return {
    name: `no appends beyond the election: ${name}`,
    unit: 'ms',
    ours: beyond,
    result: beyond,
    goal: { atMost: GOAL },
    notes: [
      `nothing came through for ${unavailable.toFixed(0)} ms, of which the election took ${ELECTION}; ${appends} did`,
      `errors of appends with ids: ${textOf(told.withIds)}; without: ${textOf(told.withoutIds)}`,
    ],
  };
}
