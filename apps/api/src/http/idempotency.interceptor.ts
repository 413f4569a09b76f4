import { type Clock, CLOCK, RefusedError, canonicalJson, refused, sha256Hex } from '@assay/kernel';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/constants';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, from, lastValueFrom } from 'rxjs';
import { type Answer, IdempotencyRecords } from './idempotency-records';
import { statusOf } from './refusal-status';
import { callerOf } from './request-context';

const ACCEPTED_KEY = /^[\x21-\x7e]{1,255}$/;
/** These say nothing about the request itself, only about who sent it and how often: the next try may fare better. */
const NOT_KEPT = new Set([401, 403, 429]);

/** A POST with an Idempotency-Key happens once: the same request again gets the first answer again. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly records: IdempotencyRecords,
    private readonly reflector: Reflector,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || key === undefined || !request.caller) return next.handle();
    if (typeof key !== 'string' || !ACCEPTED_KEY.test(key)) return refused('VALIDATION_ERROR', 'Idempotency-Key must be 1 to 255 printable ASCII characters', [{ field: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' }]);
    return from(this.once(key, context, request, next));
  }

  private async once(key: string, context: ExecutionContext, request: FastifyRequest, next: CallHandler): Promise<unknown> {
    const { organizationId } = callerOf(request);
    const id = sha256Hex(canonicalJson([organizationId, request.method, pathOf(request), key]));
    const bodyHash = sha256Hex(canonicalJson(request.body ?? null));
    const reservation = await this.records.reserve(id, bodyHash, this.clock.now());
    if (reservation.kind === 'mismatch') return refused('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another request body; use a new key');
    if (reservation.kind === 'in-progress') return refused('IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key has not been answered yet; try again in a moment');
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (reservation.kind === 'answered') return replay(reservation.answer, reply);

    request.idempotencySeed = reservation.seed;
    const status = this.reflector.get<number | undefined>(HTTP_CODE_METADATA, context.getHandler()) ?? 201;
    try {
      const body: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      await reservation.keep({ status, body: withoutSecret(body) });
      return body;
    } catch (error) {
      const failed = error instanceof RefusedError ? statusOf(error.refusal.code) : 500;
      if (error instanceof RefusedError && failed < 500 && !NOT_KEPT.has(failed)) await reservation.keep({ status: failed, refusal: error.refusal });
      else await reservation.release();
      throw error;
    }
  }
}

/** The path as the router read it: an escaped letter makes it no other path. */
const pathOf = ({ url }: FastifyRequest): string => decodeURI(url.split('?')[0]!);

function replay(answer: Answer, reply: FastifyReply): unknown {
  reply.header('idempotent-replayed', 'true');
  if (answer.refusal) throw new RefusedError(answer.refusal);
  reply.status(answer.status);
  return answer.body;
}

/** An API key is shown once and never stored: the repeated answer names it by its prefix only. */
function withoutSecret(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || !('apiKey' in body)) return body;
  const { key: _, ...rest } = body as { key?: unknown };
  return rest;
}
