import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { RouteTable } from './route-table';

/**
 * Refuses what has no route before its key, its type or its body is looked at: a path that is not there, or one that
 * has other methods, is said to be that and nothing else. The error filter tells the two apart.
 */
export function refuseUnknownRoutes(fastify: Pick<FastifyInstance, 'addHook'>, routes: RouteTable): void {
  fastify.addHook('onRequest', ({ is404, url, routeOptions }, _, done) =>
    done(is404 || routes.isMistaken(url, routeOptions.url) ? new NotFoundException() : undefined),
  );
}
