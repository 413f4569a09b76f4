import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/**
 * Refuses what has no route before its key, its type or its body is looked at: a path that is not there, or one that
 * has other methods, is said to be that and nothing else. The error filter tells the two apart.
 */
export function refuseUnknownRoutes(fastify: Pick<FastifyInstance, 'addHook'>): void {
  fastify.addHook('onRequest', ({ is404 }, _, done) => done(is404 ? new NotFoundException() : undefined));
}
