import type { FastifyInstance } from 'fastify';

/** Every answer names its request, and says that it is not to be guessed at or cached. */
export function addResponseHeaders(fastify: Pick<FastifyInstance, 'addHook'>): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}
