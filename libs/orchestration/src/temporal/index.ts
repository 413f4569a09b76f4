import type { RetryPolicy } from '../embedded/retry';
import type { Orchestrator } from '../orchestrator';
import type { SessionWorker } from '../session-worker';
import type { Log } from './log';

export interface TemporalServer {
  /** `host:port` */
  readonly address: string;
  readonly namespace: string;
  /** The prefix of the task queues; two services on one namespace need two. */
  readonly taskQueue: string;
  readonly log?: Log;
  /** Continues the trace of whoever starts a session into its activities, through the global tracer. */
  readonly traces?: boolean;
}

export interface TemporalOrchestratorOptions extends TemporalServer {
  /**
   * Milliseconds of silence after which a worker counts as lost; 30 s unless told. Its sessions are staged again
   * elsewhere.
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
  /** Sessions whose staged copy this process holds at once; further ones wait for a place here or elsewhere. */
  readonly maxSessions: number;
  /** Milliseconds, as the orchestrator is told. */
  readonly workerLoss: number;
}

export interface TemporalWorker {
  /** @throws InfrastructureError while the server does not answer or this worker does not poll it */
  ping(): Promise<void>;
  /** Resolves once the worker is closed; rejects when it broke and must be started anew. */
  readonly closed: Promise<void>;
  /** Gives its sessions away: what runs is ended, nothing is concluded, another worker stages them again. */
  close(): Promise<void>;
}

/**
 * Session workflows on a Temporal server. The server is met at the first use; while it is away every call is an
 * InfrastructureError, and the connection mends itself.
 */
export async function connectTemporalOrchestrator(options: TemporalOrchestratorOptions): Promise<TemporalOrchestrator> {
  // Required only where it is used: the Temporal packages take most of a second to load, and `assay scan` needs none.
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
