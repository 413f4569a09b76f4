import { RefusedError } from '@assay/kernel';
import type { FastifyInstance } from 'fastify';

/** The policy of answers that are data: shown as a page, they load nothing, run nothing and are in no frame. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * The policy for the page of the OpenAPI document, which may use its files, its inline styles and icons, requests to
 * this service.
 */
const DOCUMENTATION_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Every answer names its request, and says that it is not to be guessed at, framed, cached, or told of to other sites.
 */
export function addResponseHeaders(fastify: Pick<FastifyInstance, 'addHook'>): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.headers({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': /^\/docs(\/|\?|$)/.test(request.url) ? DOCUMENTATION_POLICY : DATA_POLICY,
    });
    // The router knows a path however it is spelled: `/%61pi/…`.
    if ((request.routeOptions.url ?? request.url).startsWith('/api/')) reply.header('cache-control', 'no-store');
    done();
  });
}

/**
 * Once the process drains, each answer is the last one on its connection: the next request must find another process.
 */
export function closeConnectionsOn(draining: AbortSignal, fastify: Pick<FastifyInstance, 'addHook'>): void {
  fastify.addHook('onSend', (_, reply, payload, done) => {
    if (draining.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * The deepest body that any route takes has 3 levels. Half a megabyte of brackets would overflow the stack of code that
 * walks it.
 */
const MAX_DEPTH = 32;

export function refuseDeepBodies(fastify: Pick<FastifyInstance, 'addHook'>): void {
  fastify.addHook('preValidation', ({ body }, _, done) =>
    done(isDeeperThan(MAX_DEPTH, body) ? new RefusedError(TOO_DEEP) : undefined),
  );
}

const TOO_DEEP = {
  code: 'VALIDATION_ERROR',
  message: `The request body is nested deeper than ${MAX_DEPTH} levels`,
  details: [{ field: '', message: `must not be nested deeper than ${MAX_DEPTH} levels` }],
} as const;

/** Level by level, without recursion. */
function isDeeperThan(limit: number, value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= limit) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

/** Whether a value holds others. The bytes of a body that is not parsed yet do not. */
const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value);
