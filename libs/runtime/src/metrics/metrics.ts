import type { EventStore } from '@assay/event-store';
import type { OutboxStatus } from '@assay/notifications';
import type { SessionWorker } from '@assay/orchestration';
import type { BusInterceptor } from '@assay/platform';
import type { ProjectionStatus, Reactor, ReactorStatus } from '@assay/read-models';
import type { FastifyInstance } from 'fastify';

/** The metrics of this process, each as a decorator around a port or a hook beside it. */
export interface Metrics {
  /** Counts and times appends, and counts what they say happened: sessions, tools, credits. */
  appends(events: EventStore): EventStore;
  readonly commands: BusInterceptor;
  requests(fastify: Pick<FastifyInstance, 'addHook'>): void;
  activities(worker: SessionWorker): SessionWorker;
  reactions(reactor: Reactor): Reactor;
  /** These are asked at each scrape. */
  projections(status: () => Promise<readonly ProjectionStatus[]>): void;
  reactors(status: () => Promise<readonly ReactorStatus[]>): void;
  slots(read: () => { readonly total: number; readonly inUse: number; readonly waiting: number }): void;
  notifications(status: () => Promise<OutboxStatus>): void;
  /** The exposition format of Prometheus. */
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Loads the client library, which a process that shows its metrics nowhere does without. */
export async function openMetrics(): Promise<Metrics> {
  const adapter = require('./prometheus') as typeof import('./prometheus');
  return adapter.prometheusMetrics();
}
