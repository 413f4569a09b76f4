import { InfrastructureError, type Refusal, RefusedError, UnknownFact, messageOf } from '@assay/kernel';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Logger } from 'pino';
import { prefersProblem } from './accept';
import { AnsweredBefore } from './answered-before';
import type { Answer } from './idempotency-stream';
import { bounded, shortened } from './bounded-refusal';
import { loggedPath } from './logged-path';
import { statusOf } from './refusal-status';
import type { RouteTable } from './route-table';

/** Characters of a path that an answer quotes. */
const LONGEST_PATH = 200;

/** Seconds after which a client may try again when something underneath is away. */
const RETRY_AFTER_FAULT = 5;

/**
 * Turns whatever was thrown, anywhere, into the one error envelope. What is unexpected is logged with the request's id
 * and says nothing to the client.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly routes: RouteTable,
    private readonly log: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (error instanceof AnsweredBefore) return replay(request, reply, error.answer);
    const refusal = this.refusalFor(error, request, reply);
    const status = statusOf(refusal.code);
    if (status >= 500)
      this.log.error(
        { err: error, requestId: request.id, method: request.method, url: loggedPath(request) },
        refusal.message,
      );
    if (status === 503) reply.header('retry-after', String(RETRY_AFTER_FAULT));
    if (status === 401) reply.header('www-authenticate', 'Bearer realm="Assay"');
    sendRefusal(request, reply, refusal);
  }

  private refusalFor(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
    if (error instanceof RefusedError || error instanceof UnknownFact) return error.refusal;
    if (error instanceof InfrastructureError)
      return (
        error.refusal ?? { code: 'UNAVAILABLE', message: 'The service cannot answer right now; try again in a moment' }
      );
    const status = httpStatus(error);
    if (status === 404) return this.unknownRoute(request, reply);
    if (status === 413) {
      const megabytes = (request.routeOptions.bodyLimit ?? 1024 * 1024) / 1024 / 1024;
      return { code: 'PAYLOAD_TOO_LARGE', message: `The request body is larger than ${megabytes} MB` };
    }
    if (status === 415)
      return {
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: 'The request body must be JSON (Content-Type: application/json)',
      };
    if (status !== undefined && status >= 400 && status < 500)
      return { code: 'VALIDATION_ERROR', message: `The request cannot be read: ${messageOf(error)}` };
    return { code: 'INTERNAL', message: 'Something went wrong on our side; the request id finds it in our log' };
  }

  private unknownRoute(request: FastifyRequest, reply: FastifyReply): Refusal {
    const allowed = this.routes.methodsFor(request.url);
    if (allowed.length === 0)
      return {
        code: 'NOT_FOUND',
        message: `No such resource: ${request.method} ${shortened(request.url.split('?')[0]!, LONGEST_PATH)}`,
      };
    reply.header('allow', allowed.join(', '));
    return {
      code: 'METHOD_NOT_ALLOWED',
      message: `${request.method} is not allowed here; allowed: ${allowed.join(', ')}`,
    };
  }
}

/** The status that Nest or Fastify gave an error of its own, such as a body that is no JSON. */
function httpStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : undefined;
}

function replay(request: FastifyRequest, reply: FastifyReply, { status, body, refusal }: Answer): void {
  reply.header('idempotent-replayed', 'true');
  if (refusal) sendRefusal(request, reply, refusal);
  else void reply.status(status).send(body);
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
  request.refusal = bounded(refusal);
  const { code, message, details } = request.refusal;
  const status = statusOf(code);
  const facts = { code, message, ...(details !== undefined && { details }), requestId: request.id };
  reply.status(status);
  if (prefersProblem(request.headers.accept)) {
    const { message: detail, ...rest } = facts;
    void reply.header('content-type', 'application/problem+json; charset=utf-8').send(
      JSON.stringify({
        type: 'about:blank',
        title: STATUS_CODES[status],
        status,
        detail,
        instance: shortened(request.url, LONGEST_PATH),
        ...rest,
      }),
    );
  } else void reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify({ error: facts }));
}
