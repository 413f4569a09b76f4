import type { Authenticated } from '@assay/identity';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';

/** Who calls, as the API-key guard found out. */
export type Caller = Authenticated;

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
    /** The same for every repetition of a request with an Idempotency-Key: what its ids are made from. */
    idempotencySeed?: string;
  }
}

/** Only behind the API-key guard. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`no caller on ${request.method} ${request.url}: the route is missing its guard`);
  return request.caller;
}

const ACCEPTED_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** A client's own id is kept where it is harmless in a log, so that both sides can find the request. */
export function requestIdOf(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED_REQUEST_ID.test(given) ? given : randomUUID();
}
