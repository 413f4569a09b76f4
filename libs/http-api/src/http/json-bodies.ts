import { RefusedError } from '@assay/kernel';
import type { FastifyInstance } from 'fastify';
import { isDelivery } from '../webhooks/deliveries';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route gets its JSON as bytes. */
    readonly rawBody?: boolean;
    /** The route takes what a form on a page of ours sends, in place of JSON. */
    readonly formBody?: boolean;
  }
}

/**
 * Takes JSON as Fastify does, which refuses names by which a body could change what objects inherit, and says that this
 * is what is wrong: such a body is valid JSON.
 */
export function takeJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('application/json');
  fastify.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // It is signed as it is, byte for byte, and is read once it is known whose it is.
    if (isDelivery(request) || request.routeOptions.config.rawBody) return done(null, bytes);
    // Many clients name the type with each request, also with one without a body. Who needs one says which fields.
    if (bytes.length === 0) return done(null, undefined);
    const body = bytes.toString('utf8');
    return parse(request, body, (error, value) =>
      done(error && new RefusedError(isJson(body) ? INHERITED : MALFORMED), value),
    );
  });
}

const MALFORMED = {
  code: 'VALIDATION_ERROR',
  message: 'The request cannot be read: its body is not valid JSON',
} as const;

const INHERITED = {
  code: 'VALIDATION_ERROR',
  message: 'The request body has a field called "__proto__", or "prototype" in a "constructor": there is no such field',
  details: [{ field: '__proto__', message: 'is not a known field' }],
} as const;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
