import rateLimit from '@fastify/rate-limit';
import { RefusedError, type Settings } from '@assay/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './request-context';
import { RequestCounters } from './request-counters';

type Count = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface RateLimits {
  /**
   * Counts a request of an organization, and as a start or an upload if it is one.
   *
   * @throws RefusedError RATE_LIMITED
   */
  readonly countCaller: Count;
  /** Counts a request without a good key. @throws RefusedError RATE_LIMITED */
  readonly countStranger: Count;
  /** Counts a delivery of a code host at an organization's address. @throws RefusedError RATE_LIMITED */
  readonly countDelivery: Count;
}

/**
 * Counts requests a minute: by organization where the key is good, however many keys it has; by address where it is
 * not, of IPv6 by the /64 network. Session starts and uploads, accepted or not, have limits besides.
 */
export async function rateLimits(fastify: FastifyInstance, settings: Settings): Promise<RateLimits> {
  await fastify.register(rateLimit, { global: false, store: RequestCounters });
  const byOrganization = { keyGenerator: (request: FastifyRequest) => callerOf(request).organizationId };
  const countRequest = counter(fastify, { ...byOrganization, max: settings.rateLimit, what: 'requests' });
  const countStart = counter(fastify, {
    ...byOrganization,
    max: settings.startRateLimit,
    what: 'starts of sessions and AI reports',
  });
  const countUpload = counter(fastify, { ...byOrganization, max: settings.uploadRateLimit, what: 'uploads' });
  const countBesides: Readonly<Record<string, Count>> = {
    'POST /api/sessions': countStart,
    'POST /api/v1/scans': countStart,
    'POST /api/v1/reports/ai': countStart,
    'POST /api/v1/reports/ai/issues': countStart,
    'POST /api/v1/uploads': countUpload,
  };
  return {
    async countCaller(request, reply) {
      await countRequest(request, reply);
      await countBesides[`${request.method} ${routeOf(request)}`]?.(request, reply);
    },
    countStranger: counter(fastify, { max: settings.rateLimit, what: 'requests' }),
    // Not by address: a host sends for all organizations from a few.
    countDelivery: counter(fastify, {
      keyGenerator: (request) => request.webhook!.organizationId,
      max: settings.rateLimit,
      what: 'deliveries',
    }),
  };
}

/** The route that was found, not the path that was written: `/api/%73essions` is the same route. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? '';

interface Limit {
  readonly max: number;
  /** For the message. */
  readonly what: string;
  /** By what requests are counted. Default: the address. */
  readonly keyGenerator?: (request: FastifyRequest) => string;
}

function counter(fastify: FastifyInstance, { what, ...limit }: Limit): Count {
  const count = fastify.createRateLimit({ ...limit, timeWindow: '1 minute' });
  return async (request, reply) => {
    const counted = await count(request);
    if (counted.isAllowed) return;
    const { max, remaining, ttlInSeconds, isExceeded } = counted;
    // The narrowest limit that was counted is the one that the answer tells of where it is exceeded.
    if (isExceeded || !reply.hasHeader('ratelimit-limit'))
      reply.headers({
        'ratelimit-limit': String(max),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': String(ttlInSeconds),
      });
    if (!isExceeded) return;
    reply.header('retry-after', String(ttlInSeconds));
    throw new RefusedError({
      code: 'RATE_LIMITED',
      message: `More than ${max} ${what} a minute; try again in ${ttlInSeconds} s`,
    });
  };
}
