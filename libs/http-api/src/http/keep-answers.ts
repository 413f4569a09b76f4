import type { Refusal } from '@assay/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Reservation } from './idempotency-records';
import type { Answer } from './idempotency-stream';

declare module 'fastify' {
  interface FastifyRequest {
    /** What its answer is kept in, from the idempotency guard until the answer is sent. */
    reservation?: Extract<Reservation, { kind: 'reserved' }>;
    /** Its body is read by the route itself. */
    streamsBody?: boolean;
    /** The answer to the first such request, and the hash of that request's body. */
    answeredBefore?: { readonly answer: Answer; readonly bodyHash: string };
    /** The hash of such a request's body, once it has been received. */
    bodyHash?: string;
    /** The fields of its answer that are shown once and never stored. */
    secretFields?: readonly string[];
    /** The refusal, where the answer is one. */
    refusal?: Refusal;
  }
}

/** These say nothing about the request itself, only about who sent it and how often: the next try may fare better. */
const NOT_KEPT = new Set([401, 403, 429]);

/**
 * Keeps the answers to requests with an Idempotency-Key before they are sent: an answer that a client has seen is the
 * one that it gets again.
 */
export function keepAnswers(fastify: Pick<FastifyInstance, 'addHook'>): void {
  // Not an async function: all but a few requests pass through at once, and need no promise for it.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const { reservation } = request;
    if (!reservation) {
      done(null, payload);
      return undefined;
    }
    delete request.reservation; // where the answer cannot be kept, another one says so, and that one is not to be kept
    return conclude(reservation, request, reply.statusCode, payload).then(() => payload);
  });
}

function conclude(
  reservation: NonNullable<FastifyRequest['reservation']>,
  { refusal, secretFields = [], streamsBody, bodyHash }: FastifyRequest,
  status: number,
  payload: unknown,
): Promise<void> {
  if (status >= 500 || NOT_KEPT.has(status)) return reservation.release();
  // A body that was refused before all of it was read cannot be told from another one.
  if (streamsBody && bodyHash === undefined) return reservation.release();
  if (refusal) return reservation.keep({ status, refusal }, bodyHash);
  const body = typeof payload === 'string' && payload !== '' ? without(secretFields, JSON.parse(payload)) : undefined;
  return reservation.keep({ status, ...(body !== undefined && { body }) }, bodyHash);
}

const without = (secretFields: readonly string[], body: unknown): unknown =>
  secretFields.length === 0 || body === null || typeof body !== 'object'
    ? body
    : { ...body, ...Object.fromEntries(secretFields.map((name) => [name, null])) };
