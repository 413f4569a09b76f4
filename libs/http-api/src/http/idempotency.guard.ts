import { type Clock, CLOCK, canonicalJson, refused, sha256Hex } from '@assay/kernel';
import { type CanActivate, type ExecutionContext, Inject, Injectable, createParamDecorator } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AnsweredBefore } from './answered-before';
import { HoldsSecrets, type Secrets, StreamsBody, bodyFingerprint, secretBodyFingerprint } from './body-fingerprint';
import { IdempotencyRecords } from './idempotency-records';
import { callerOf, requestOf } from './request-context';

const ACCEPTED_KEY = /^[\x21-\x7e]{1,255}$/;

/** Undefined if there is none. @throws RefusedError VALIDATION_ERROR */
function acceptedIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && ACCEPTED_KEY.test(key))) return key;
  const message = 'must be 1 to 255 printable ASCII characters';
  return refused('VALIDATION_ERROR', `Idempotency-Key ${message}`, [{ field: 'Idempotency-Key', message }]);
}

/** The header, for a public route, which the guard leaves alone: a string, or undefined. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  acceptedIdempotencyKey(requestOf(context)),
);

/**
 * A POST with an Idempotency-Key happens once: the same request again gets the first answer again, which `keepAnswers`
 * has kept. It runs after the API-key guard. An interceptor would be less to read, but leads every request through
 * observables, which costs more than all the guards together: a quarter of a GET's processor time.
 */
@Injectable()
export class IdempotencyGuard implements CanActivate {
  constructor(
    private readonly records: IdempotencyRecords,
    private readonly reflector: Reflector,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = requestOf(context);
    if (request.method !== 'POST' || !request.caller) return true;
    const key = acceptedIdempotencyKey(request);
    if (key === undefined) return true;
    const route = context.getHandler();
    request.streamsBody = this.reflector.get(StreamsBody, route) ?? false;
    return this.reserve(key, request, this.reflector.get(HoldsSecrets, route) ?? {});
  }

  private async reserve(key: string, request: FastifyRequest, secrets: Secrets): Promise<true> {
    const { organizationId } = callerOf(request);
    const id = sha256Hex(canonicalJson([organizationId, request.method, pathOf(request), key]));
    const bodyHash = request.streamsBody ? null : await fingerprintOf(request.body, secrets, `${id}/${key}`);
    const reservation = await this.records.reserve(id, bodyHash, this.clock.now());
    switch (reservation.kind) {
      case 'mismatch':
        return refuseMismatch();
      case 'in-progress':
        return refused(
          'IDEMPOTENCY_IN_PROGRESS',
          'The first request with this Idempotency-Key has not been answered yet; try again in a moment',
        );
      case 'answered':
        if (reservation.bodyHash === null || !request.streamsBody) throw new AnsweredBefore(reservation.answer);
        request.answeredBefore = { answer: reservation.answer, bodyHash: reservation.bodyHash };
        return true;
    }
    request.idempotencySeed = reservation.seed;
    request.reservation = reservation;
    request.secretFields = secrets.answer;
    return true;
  }
}

const fingerprintOf = (body: unknown, secrets: Secrets, salt: string): string | Promise<string> =>
  secrets.body ? secretBodyFingerprint(body, salt) : bodyFingerprint(body);

/**
 * For a route that reads its body itself, once it has: a request that was answered before ends here, and of any other
 * the body is remembered.
 *
 * @throws AnsweredBefore if the same body was answered before
 * @throws RefusedError IDEMPOTENCY_MISMATCH if another one was
 */
export function bodyReceived(request: FastifyRequest, body: unknown): void {
  const bodyHash = bodyFingerprint(body);
  const { answeredBefore } = request;
  if (answeredBefore?.bodyHash === bodyHash) throw new AnsweredBefore(answeredBefore.answer);
  if (answeredBefore) return refuseMismatch();
  request.bodyHash = bodyHash;
}

const refuseMismatch = (): never =>
  refused('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another request body; use a new key');

/** The path as the router read it: an escaped letter makes it no other path. */
const pathOf = ({ url }: FastifyRequest): string => decodeURI(url.split('?')[0]!);
