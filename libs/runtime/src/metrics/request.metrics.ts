import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';

/** The route that was found, as it is declared: a path as it was written would be a label without end. */
const UNMATCHED = 'unmatched';

export function meteredRequests(register: Registry): (fastify: Pick<FastifyInstance, 'addHook'>) => void {
  const registers = [register];
  const duration = new Histogram({
    name: 'assay_http_request_duration_seconds',
    help: 'Requests by route, method and status, event streams apart.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const inFlight = new Gauge({
    name: 'assay_http_requests_in_flight',
    help: 'Requests and event streams that are being answered.',
    registers,
  });
  return (fastify) => {
    fastify.addHook('onRequest', (_, reply, done) => {
      inFlight.inc();
      // Once a response, also where the client has gone before its answer.
      reply.raw.once('close', () => inFlight.dec());
      done();
    });
    fastify.addHook('onResponse', (request, reply, done) => {
      // An event stream lasts as long as its session, which says nothing about how fast answers are.
      if (reply.getHeader('content-type')?.toString().startsWith('text/event-stream') !== true)
        duration.observe(
          { method: request.method, route: request.routeOptions.url ?? UNMATCHED, status: reply.statusCode },
          reply.elapsedTime / 1_000,
        );
      done();
    });
  };
}
