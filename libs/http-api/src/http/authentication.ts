import { AuthenticateApiKey, type Authenticated } from '@assay/identity';
import { RefusedError, refused } from '@assay/kernel';
import type { QueryBus } from '@nestjs/cqrs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDelivery } from '../webhooks/deliveries';
import { presentedKey } from './presented-key';
import type { RateLimits } from './rate-limits';
import type { RequestTurns } from './request-turns';

/**
 * Finds out who calls, counts the request and checks the permission, before anything of the body is read: a stranger
 * must not make the service read and parse a megabyte.
 */
export function authenticateRequests(
  fastify: Pick<FastifyInstance, 'addHook'>,
  queries: Pick<QueryBus, 'execute'>,
  limits: RateLimits,
  turns: Pick<RequestTurns, 'remember'>,
): void {
  fastify.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { permissions } = request.routeOptions.config;
    if (permissions) {
      request.caller = await identified(request, reply);
      await limits.countCaller(request, reply);
      if (!permissions.some((permission) => (request.caller!.permissions as readonly string[]).includes(permission)))
        refused('FORBIDDEN', `Missing required permission: ${permissions[0]}`);
    } else if (request.routeOptions.url?.startsWith('/api/') && !isDelivery(request))
      await limits.countStranger(request, reply);
  });

  async function identified(request: FastifyRequest, reply: FastifyReply): Promise<Authenticated> {
    const key = presentedKey(request.headers);
    try {
      if (key === undefined) return invalid();
      const caller = await queries.execute(new AuthenticateApiKey({ key }));
      turns.remember(key, caller.organizationId);
      return caller;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      await limits.countStranger(request, reply);
      return invalid();
    }
  }
}

const invalid = (): never =>
  refused('INVALID_API_KEY', 'Invalid or expired API key', [
    {
      field: 'Authorization',
      message: 'send an API key that is in force, as "Authorization: Bearer asy_…" or as "x-api-key: asy_…"',
    },
  ]);
