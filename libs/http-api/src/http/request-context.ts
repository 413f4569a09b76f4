import type { Authenticated } from '@assay/identity';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, as `authenticateRequests` found out. */
    caller?: Authenticated;
    /** The same for every repetition of a request with an Idempotency-Key: what its ids are made from. */
    idempotencySeed?: string;
  }
}

/** Only behind the API-key guard. */
export function callerOf(request: FastifyRequest): Authenticated {
  if (!request.caller) throw new Error(`no caller on ${request.method} ${request.url}: the route is missing its guard`);
  return request.caller;
}

export const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** The parameter of a handler that is given who calls: `@Caller() { organizationId }: Authenticated`. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(requestOf(context)));

/** The id under which the request is logged and answered: a string. */
export const RequestId = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).id);

/** The host that the request names, with its port: a string. */
export const RequestHost = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).host);

/** The address that the request names, with its query: a string. */
export const RequestUrl = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).url);

/** The body as its parser has left it, for a route that no DTO describes: unknown. */
export const ReceivedBody = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).body);

/** The seed of the ids of a request with an Idempotency-Key; undefined of one without. */
export const RequestSeed = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).idempotencySeed,
);

const ACCEPTED_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** A client's own id is kept where it is harmless in a log, so that both sides can find the request. */
export function requestIdOf(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED_REQUEST_ID.test(given) ? given : randomUUID();
}
