import type { Refusal } from '@assay/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Reservation } from './idempotency-records';
import type { Answer } from './idempotency-stream';

declare module 'fastify' {
  interface FastifyRequest {
    /** The reservation that stores the answer, from the idempotency guard until the answer is sent. */
    reservation?: Extract<Reservation, { kind: 'reserved' }>;
    /** Whether the route itself reads the body. */
    streamsBody?: boolean;
    /** The answer to the first request with this key, and the hash of that request's body. */
    answeredBefore?: { readonly answer: Answer; readonly bodyHash: string };
    /** The hash of the body of a request with a key, once the body has been received. */
    bodyHash?: string;
    /** The fields of the answer that are shown once and never stored. */
    secretFields?: readonly string[];
    /** The refusal, if the answer is a refusal. */
    refusal?: Refusal;
  }
}

/** These depend on who sent the request and how often, not on the request itself: the next try may succeed. */
const NOT_KEPT = new Set([401, 403, 429]);

/**
 * Stores the answers to requests with an Idempotency-Key before they are sent, so that a repeated request gets the
 * answer that the client has already seen.
 */
export function keepAnswers(fastify: Pick<FastifyInstance, 'addHook'>): void {
  // Not an async function: nearly all requests pass straight through, and need no promise.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const { reservation } = request;
    if (!reservation) {
      done(null, payload);
      return undefined;
    }
    delete request.reservation; // if storing fails, the error answer must not be stored either
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
  // If the body was refused before all of it was read, its hash is unknown.
  if (streamsBody && bodyHash === undefined) return reservation.release();
  if (refusal) return reservation.keep({ status, refusal }, bodyHash);
  const body = typeof payload === 'string' && payload !== '' ? without(secretFields, JSON.parse(payload)) : undefined;
  return reservation.keep({ status, ...(body !== undefined && { body }) }, bodyHash);
}

const without = (secretFields: readonly string[], body: unknown): unknown =>
  secretFields.length === 0 || body === null || typeof body !== 'object'
    ? body
    : { ...body, ...Object.fromEntries(secretFields.map((name) => [name, null])) };
