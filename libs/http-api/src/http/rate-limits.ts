import rateLimit from '@fastify/rate-limit';
import { RefusedError, type Settings, sha256Hex } from '@assay/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { presentedKey } from './api-key.guard';

/** Keys are counted by a digest, so that no key is kept in memory; who has none is counted by address. */
const whoCalls = (request: FastifyRequest): string => {
  const key = presentedKey(request);
  return key === undefined ? `ip:${request.ip}` : sha256Hex(key);
};

const tooMany = (_: FastifyRequest, { max, ttl }: { max: number; ttl: number }): RefusedError =>
  new RefusedError({
    code: 'RATE_LIMITED',
    message: `More than ${max} requests a minute; try again in ${Math.ceil(ttl / 1000)} s`,
  });

const COMMON = {
  timeWindow: '1 minute',
  keyGenerator: whoCalls,
  enableDraftSpec: true,
  errorResponseBuilder: tooMany,
} as const;

/**
 * Requests a minute and key on every route but health and documentation; and session starts, accepted or not, on
 * theirs.
 */
export async function limitRates(
  fastify: FastifyInstance,
  { rateLimit: max, startRateLimit }: Settings,
): Promise<void> {
  await fastify.register(rateLimit, { ...COMMON, max, allowList: (request) => !routeOf(request).startsWith('/api/') });
  const starts = fastify.createRateLimit({ ...COMMON, max: startRateLimit });
  fastify.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'POST' || !STARTS.has(routeOf(request))) return;
    const limit = await starts(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    const seconds = String(limit.ttlInSeconds);
    reply.headers({
      'retry-after': seconds,
      'ratelimit-limit': String(startRateLimit),
      'ratelimit-remaining': '0',
      'ratelimit-reset': seconds,
    });
    throw tooMany(request, { max: startRateLimit, ttl: limit.ttl });
  });
}

/** The route that was found, not the path that was written: `/api/%73essions` is the same route. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? '';

const STARTS: ReadonlySet<string> = new Set(['/api/sessions', '/api/v1/scans']);
