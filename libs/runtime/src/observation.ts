import type { EventStore } from '@assay/event-store';
import type { Settings } from '@assay/kernel';
import type { Orchestrator, SessionWorker } from '@assay/orchestration';
import { type BusInterceptor, type Tracing, createLogger, noTracing } from '@assay/platform';
import type { Reactor } from '@assay/read-models';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Metrics, openMetrics } from './metrics/metrics';

/**
 * How a process is watched: logged always, measured where it has an admin port, traced where there is somewhere to send
 * traces.
 */
export interface Observation {
  readonly log: Logger;
  readonly tracing: Tracing;
  readonly metrics: Metrics | undefined;
  events(store: EventStore): EventStore;
  reactor(reactor: Reactor): Reactor;
  orchestrator(orchestrator: Orchestrator): Orchestrator;
  activities(worker: SessionWorker, events: EventStore): SessionWorker;
  /** The steps around each command, the outermost first: a trace shows what its measuring cost, too. */
  readonly commands: readonly BusInterceptor[];
  requests(fastify: FastifyInstance): void;
}

/** Loads what is wanted and nothing else: a start without either must not pay for them. */
export async function openObservation({ logLevel, admin, tracesUrl, roles }: Settings): Promise<Observation> {
  const metrics = admin && (await openMetrics());
  const traced =
    tracesUrl === undefined ? undefined : (require('./tracing/traced') as typeof import('./tracing/traced'));
  const tracing =
    tracesUrl === undefined
      ? noTracing
      : (require('./tracing/open-telemetry') as typeof import('./tracing/open-telemetry')).openTelemetry({
          url: tracesUrl,
          roles: [...roles],
        });
  const log = createLogger(logLevel, tracing);
  return {
    log,
    tracing,
    metrics,
    events(store) {
      const metered = metrics ? metrics.appends(store) : store;
      return traced ? traced.tracedAppends(metered, tracing) : metered;
    },
    reactor(reactor) {
      const metered = metrics ? metrics.reactions(reactor) : reactor;
      return traced ? traced.tracedReactor(metered, tracing) : metered;
    },
    orchestrator: (orchestrator) => (traced ? traced.tracedOrchestrator(orchestrator, tracing) : orchestrator),
    activities(worker, events) {
      const metered = metrics ? metrics.activities(worker) : worker;
      return traced ? traced.tracedActivities(metered, tracing, { events, log }) : metered;
    },
    commands: [...(traced ? [traced.tracedCommands(tracing)] : []), ...(metrics ? [metrics.commands] : [])],
    requests(fastify) {
      metrics?.requests(fastify);
      traced?.tracedRequests(fastify, tracing);
    },
  };
}
