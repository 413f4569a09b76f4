import { AuthenticateApiKey, type Authenticated } from '@assay/identity';
import { RefusedError, refused } from '@assay/kernel';
import type { QueryBus } from '@nestjs/cqrs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDelivery } from '../webhooks/deliveries';
import type { RateLimits } from './rate-limits';

/**
 * Finds out who calls, counts the request and checks the permission, before anything of the body is read: a stranger
 * must not make the service read and parse a megabyte.
 */
export function authenticateRequests(
  fastify: Pick<FastifyInstance, 'addHook'>,
  queries: Pick<QueryBus, 'execute'>,
  limits: RateLimits,
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
    const key = presentedKey(request);
    try {
      return key === undefined ? invalid() : await queries.execute(new AuthenticateApiKey({ key }));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      await limits.countStranger(request, reply);
      return invalid();
    }
  }
}

/** Both headers are accepted everywhere. */
function presentedKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

const invalid = (): never =>
  refused('INVALID_API_KEY', 'Invalid or expired API key', [
    {
      field: 'Authorization',
      message: 'send an API key that is in force, as "Authorization: Bearer asy_…" or as "x-api-key: asy_…"',
    },
  ]);
