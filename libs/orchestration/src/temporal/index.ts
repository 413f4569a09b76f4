import type { Clock, Log } from '@assay/kernel';
import type { RetryPolicy } from '../retry-policy';
import type { Orchestrator } from '../orchestrator';
import type { Alarm, Scheduler } from '../scheduler';
import type { SessionWorker } from '../session-worker';

export interface TemporalServer {
  /** `host:port` */
  readonly address: string;
  readonly namespace: string;
  /** The prefix of the task queues. Two services on one namespace need different prefixes. */
  readonly taskQueue: string;
  readonly log?: Log;
  /** Continues the trace of the caller that starts a session into its activities, through the global tracer. */
  readonly traces?: boolean;
}

export interface TemporalOrchestratorOptions extends TemporalServer {
  /**
   * Milliseconds of silence after which a worker counts as lost. Its sessions are then staged again elsewhere. Default:
   * 30 s.
   */
  readonly workerLoss?: number;
  readonly retry?: RetryPolicy;
}

export interface TemporalOrchestrator extends Orchestrator {
  /** @throws InfrastructureError while the server does not answer */
  ping(): Promise<void>;
}

export interface TemporalWorkerOptions extends TemporalServer {
  readonly worker: SessionWorker;
  /** Rung by the schedules of automations. */
  readonly alarm: Alarm;
  /** The most sessions with a staged copy in this process. Further sessions wait for a place here or elsewhere. */
  readonly maxSessions: number;
  /** Milliseconds, the same as for the orchestrator. */
  readonly workerLoss: number;
  readonly clock?: Clock;
}

export interface TemporalWorker {
  /** @throws InfrastructureError while the server does not answer or this worker does not poll it */
  ping(): Promise<void>;
  /** Resolves when the worker is closed. Rejects if the worker broke and must be started again. */
  readonly closed: Promise<void>;
  /** Ends what runs without recording an outcome. Another worker stages the sessions again. */
  close(): Promise<void>;
}

/**
 * Runs session workflows on a Temporal server. It connects at the first use. While the server is away, every call
 * throws an InfrastructureError, and the connection repairs itself.
 */
export async function connectTemporalOrchestrator(options: TemporalOrchestratorOptions): Promise<TemporalOrchestrator> {
  // Loaded at the first use, because the Temporal packages take most of a second to load and `assay scan` needs none.
  const adapter = require('./temporal-orchestrator') as typeof import('./temporal-orchestrator');
  return adapter.openTemporalOrchestrator(options);
}

/**
 * Runs workflows and activities for a Temporal server until it is closed.
 * @throws InfrastructureError when the server cannot be reached within half a minute
 */
export async function startTemporalWorker(options: TemporalWorkerOptions): Promise<TemporalWorker> {
  const adapter = require('./temporal-worker') as typeof import('./temporal-worker');
  return adapter.openTemporalWorker(options);
}

/**
 * Keeps the schedules of automations at a Temporal server, whose workers ring. It connects at the first use. While the
 * server is away, every call throws an InfrastructureError.
 */
export async function connectTemporalScheduler(
  options: TemporalServer & { readonly clock?: Clock },
): Promise<Scheduler> {
  const adapter = require('./temporal-scheduler') as typeof import('./temporal-scheduler');
  return adapter.openTemporalScheduler(options);
}
