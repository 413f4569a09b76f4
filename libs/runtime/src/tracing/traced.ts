import { type EventStore, WrongExpectedRevision } from '@assay/event-store';
import type { Orchestrator, SessionWorker } from '@assay/orchestration';
import type { BusInterceptor, Tracing } from '@assay/platform';
import type { Reactor } from '@assay/read-models';
import { sessionStream } from '@assay/scanning';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { decorateActivities } from '../decorators/decorate-activities';
import { decorateAppend } from '../decorators/decorate-append';
import { decorateReactor } from '../decorators/decorate-reactor';

/**
 * How a trace goes through the service: a request or a reaction begins or continues it, an append puts it into the
 * events' metadata, and whatever is done because of an event continues from there: in another process, and after a
 * restart, too.
 */

export const tracedAppends = (store: EventStore, tracing: Tracing): EventStore =>
  decorateAppend(store, async (append, stream, events) => {
    const attributes = { 'assay.stream': stream, 'assay.events': events.map(({ type }) => type).join(',') };
    const ended = await tracing.span('append', { kind: 'producer', attributes }, async () => {
      const traceparent = tracing.traceparent();
      try {
        return {
          appended: await append(
            traceparent === undefined
              ? events
              : events.map((event) => ({ ...event, metadata: { ...event.metadata, traceparent } })),
          ),
        };
      } catch (error) {
        // Somebody was first, and the caller decides again: that is how it works, and no failed span to look into.
        if (error instanceof WrongExpectedRevision) return { conflict: error };
        throw error;
      }
    });
    if ('conflict' in ended) throw ended.conflict;
    return ended.appended;
  });

export const tracedCommands =
  (tracing: Tracing): BusInterceptor =>
  (command, next) =>
    tracing.span(`command ${command.constructor.name}`, {}, next);

export const tracedReactor = (reactor: Reactor, tracing: Tracing): Reactor =>
  decorateReactor(reactor, (event, react) =>
    tracing.span(
      `react ${reactor.name}`,
      {
        kind: 'consumer',
        parent: event.metadata.traceparent,
        attributes: { 'assay.stream': event.stream, 'assay.event': event.type },
      },
      react,
    ),
  );

export const tracedOrchestrator = (orchestrator: Orchestrator, tracing: Tracing): Orchestrator => ({
  start: (input) =>
    tracing.span('start workflow', { kind: 'producer', attributes: { 'assay.session_id': input.sessionId } }, () =>
      orchestrator.start(input),
    ),
  cancel: (sessionId) =>
    tracing.span('cancel workflow', { kind: 'producer', attributes: { 'assay.session_id': sessionId } }, () =>
      orchestrator.cancel(sessionId),
    ),
  status: (sessionId) => orchestrator.status(sessionId),
  close: () => orchestrator.close(),
});

/**
 * Activities go on from the fact that started their session, which is in the log: the worker that runs one may not be
 * the process, nor the first one, that learned of the session.
 */
export function tracedActivities(
  worker: SessionWorker,
  tracing: Tracing,
  { events, log }: { events: Pick<EventStore, 'readStream'>; log: Pick<Logger, 'warn'> },
): SessionWorker {
  const parents = new LRUCache<string, { readonly context: string | undefined }>({ max: MAX_PARENTS });
  const parentOf = async (sessionId: string): Promise<string | undefined> => {
    const known = parents.get(sessionId);
    if (known) return known.context;
    try {
      const context = await startedBy(sessionId, events);
      parents.set(sessionId, { context });
      return context;
    } catch (error) {
      // A trace that is torn must not keep an activity from its work, least of all one that needs no event store.
      log.warn(
        { err: error, sessionId },
        'the trace that the session began with cannot be read; its activity is traced on its own',
      );
      return undefined;
    }
  };
  return decorateActivities(worker, async ({ name, sessionId, engine }, run) =>
    tracing.span(
      `activity ${name}`,
      {
        parent: await parentOf(sessionId),
        attributes: { 'assay.session_id': sessionId, ...(engine !== undefined && { 'assay.engine': engine }) },
      },
      run,
    ),
  );
}

const MAX_PARENTS = 1_000;

async function startedBy(sessionId: string, events: Pick<EventStore, 'readStream'>): Promise<string | undefined> {
  for await (const { metadata } of events.readStream(sessionStream(sessionId), { limit: 1 }))
    return metadata.traceparent;
  return undefined;
}

/** A span around each request, which a client's own `traceparent` continues. */
export function tracedRequests(fastify: Pick<FastifyInstance, 'addHook'>, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, ReturnType<Tracing['begin']>>();
  fastify.addHook('onRequest', (request, _, done) => {
    const {
      method,
      headers,
      routeOptions: { url: route = 'unmatched' },
    } = request;
    const parent = headers['traceparent'];
    spans.set(
      request,
      tracing.begin(`${method} ${route}`, {
        kind: 'server',
        parent: typeof parent === 'string' ? parent : undefined,
        attributes: { 'http.request.method': method, 'http.route': route, 'assay.request_id': request.id },
      }),
    );
    done();
  });
  // Entered here and not before: reading the body leaves every context behind.
  fastify.addHook('preHandler', (request, _, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': reply.statusCode },
      ...(reply.statusCode >= 500 && { error: `answered ${reply.statusCode}` }),
    });
    done();
  });
}
