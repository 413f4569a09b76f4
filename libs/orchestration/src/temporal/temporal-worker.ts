import { InfrastructureError, messageOf, systemClock, silentLog } from '@assay/kernel';
import { STAGING_MEMO, stagingQueue } from '@assay/workflows';
import { Client, WorkflowNotFoundError } from '@temporalio/client';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { WorkerStopping } from '../session-worker';
import { queuedActivities } from './activities';
import type { TemporalWorker, TemporalWorkerOptions } from './index';
import { Places, type Stay } from './places';
import { ringActivity } from './ring-activity';
import { installRuntime } from './runtime';
import { activityTracing } from './tracing';
import { connectWorker, onConnection, pingServer } from './worker-connection';
import { workflowBundle } from './workflow-bundle';

/**
 * Milliseconds that the server gets to take back each session of a worker that closes. Those that remain it misses by
 * their silence.
 */
const GIVING_AWAY = 5_000;
/**
 * Milliseconds in which what the server had handed out by then arrives, to be given back at once and not missed by its
 * silence.
 */
const LAST_POLL = 500;
/**
 * Milliseconds for activities to end once they were told to; then they are told by the SDK, too, and then left behind.
 */
const GRACE = 20_000;
const FORCE = 40_000;
const PING = 3_000;

/** A pass takes a place in an engine, not here: what waits for an engine must wait where its heartbeat is sent. */
const OWN_ACTIVITIES = 1_000;
const SETTLEMENTS = 20;
/**
 * Long polls that are open at once for each kind of work. Each brings one task at a time, and takes one at once when
 * there is one.
 */
const POLLS = { workflows: 5, settlements: 2, own: 4, staging: 2 };
/**
 * Workflows kept in memory between two of their steps; others are replayed from their history, of about a hundred
 * events.
 */
const CACHED_WORKFLOWS = 200;
/**
 * Milliseconds that a step of a workflow waits for the worker that has it in memory. By default 10 s, which a lost
 * worker costs every session that it had.
 */
const STICKY = 3_000;

export async function openTemporalWorker({
  address,
  namespace,
  taskQueue,
  worker,
  alarm,
  maxSessions,
  workerLoss,
  log = silentLog,
  traces = false,
  clock = systemClock,
}: TemporalWorkerOptions): Promise<TemporalWorker> {
  installRuntime(log);
  const bundle = await workflowBundle();
  const connection = await connectWorker(address);
  const queue = `${taskQueue}-worker-${randomUUID()}`;
  const stopping = new AbortController();
  const places = new Places(maxSessions);
  const activities = queuedActivities({ worker, places, queue, stopping: stopping.signal });
  const client = new Client({ connection, namespace });
  const ring = ringActivity({ alarm, client, taskQueue, clock, stopping: stopping.signal });
  const workers = await onConnection(connection, address, () =>
    createWorkers({ connection, namespace, taskQueue, queue, bundle, activities, ring, places, traces }),
  );
  const all = Object.values(workers);
  const runs = runTogether(all);
  const sweeping = setInterval(() => void sweep({ client, worker, places, stopping, log }), workerLoss);
  const closed = Promise.allSettled(runs).then(async (outcomes) => {
    clearInterval(sweeping);
    await connection.close();
    const broken = outcomes.find((outcome) => outcome.status === 'rejected');
    if (broken)
      throw new InfrastructureError(`the Temporal worker broke: ${messageOf(broken.reason)}`, { cause: broken.reason });
  });
  // Callers may await this. If nobody does, the rejection must not be unhandled.
  closed.catch((error: unknown) => log.error({ err: error }, 'the Temporal worker broke'));

  return {
    closed,
    async close() {
      stopping.abort(new WorkerStopping());
      end([workers.staging]);
      await givenAway(places, runs);
      end(all);
      await closed;
    },
    async ping() {
      const idle = all.find((each) => each.getState() !== 'RUNNING');
      if (idle) throw new InfrastructureError(`the Temporal worker is ${idle.getState().toLowerCase()}`);
      await pingServer(connection, { address, namespace, within: PING });
    },
  };
}

/** Runs all of them. One that breaks ends the others, too: the caller starts everything again. */
const runTogether = (workers: readonly Worker[]): Promise<void>[] =>
  workers.map((each) =>
    each.run().catch((error: unknown) => {
      end(workers);
      throw error;
    }),
  );

const end = (workers: readonly Worker[]): void =>
  workers.filter((each) => each.getState() === 'RUNNING').forEach((each) => each.shutdown());

/** Waits until the sessions of a worker that closes are given back, or all has ended by itself. */
async function givenAway(places: Places, runs: readonly Promise<void>[]): Promise<void> {
  const given = places
    .empty()
    .then(() => pause(LAST_POLL))
    .then(() => places.empty());
  const isOver = Promise.race([given, Promise.allSettled(runs)]);
  await pTimeout(isOver, { milliseconds: GIVING_AWAY, fallback: () => [] });
}

interface Sweeping extends Required<Pick<TemporalWorkerOptions, 'worker' | 'log'>> {
  readonly client: Client;
  readonly places: Places;
  readonly stopping: AbortController;
}

/** Removes the staged copies that nobody needs any more. */
async function sweep({ client, worker, places, stopping, log }: Sweeping): Promise<void> {
  try {
    await places.sweep(
      (stay) => hasLeft(client, stay),
      (sessionId) => worker.clean(sessionId, { signal: stopping.signal, heartbeat: () => undefined }),
    );
  } catch (error) {
    log.warn({ err: error }, 'could not look for staged copies that nobody needs any more; trying again');
  }
}

interface Parts {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  /** The queue that this worker alone takes from. */
  readonly queue: string;
  readonly bundle: WorkerOptions['workflowBundle'];
  readonly activities: ReturnType<typeof queuedActivities>;
  readonly ring: ReturnType<typeof ringActivity>;
  readonly places: Places;
  readonly traces: boolean;
}

/** One worker for what any process may do, one for sessions whose copy is here, and one that takes new sessions. */
async function createWorkers({
  connection,
  namespace,
  taskQueue,
  queue,
  bundle,
  activities,
  ring,
  places,
  traces,
}: Parts): Promise<Readonly<Record<'shared' | 'own' | 'staging', Worker>>> {
  const common: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace,
    identity: `${process.pid}@${hostname()} ${queue}`,
    shutdownGraceTime: GRACE,
    shutdownForceTime: FORCE,
    // By default the SDK keeps heartbeats back for 80 % of their time-out, and with them the news of a cancellation.
    maxHeartbeatThrottleInterval: 1_000,
    defaultHeartbeatThrottleInterval: 1_000,
    ...(traces && { interceptors: activityTracing() }),
  };
  return {
    shared: await Worker.create({
      ...common,
      taskQueue,
      workflowBundle: bundle,
      activities: { ...activities.shared, ...ring },
      maxConcurrentActivityTaskExecutions: SETTLEMENTS,
      maxConcurrentActivityTaskPolls: POLLS.settlements,
      maxConcurrentWorkflowTaskPolls: POLLS.workflows,
      maxCachedWorkflows: CACHED_WORKFLOWS,
      stickyQueueScheduleToStartTimeout: STICKY,
    }),
    own: await Worker.create({
      ...common,
      taskQueue: queue,
      activities: activities.own,
      maxConcurrentActivityTaskExecutions: OWN_ACTIVITIES,
      maxConcurrentActivityTaskPolls: POLLS.own,
    }),
    staging: await Worker.create({
      ...common,
      taskQueue: stagingQueue(taskQueue),
      activities: activities.staging,
      tuner: tunerOf(places),
      maxConcurrentActivityTaskPolls: POLLS.staging,
    }),
  };
}

const tunerOf = (places: Places): NonNullable<WorkerOptions['tuner']> => ({
  workflowTaskSlotSupplier: { type: 'fixed-size', numSlots: 2 },
  activityTaskSlotSupplier: places.supplier,
  localActivityTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
  nexusTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
});

/** Whether nothing of that staging will ask for its copy again. While the server does not answer nobody has left. */
async function hasLeft(client: Client, { workflowId, runId, staging }: Stay): Promise<boolean> {
  try {
    const {
      status,
      runId: current,
      memo,
    } = await client.withDeadline(Date.now() + PING, () => client.workflow.getHandle(workflowId).describe());
    return status.name !== 'RUNNING' || current !== runId || Number(memo?.[STAGING_MEMO] ?? 1) > staging;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return true;
    throw error;
  }
}
