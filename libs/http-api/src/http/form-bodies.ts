import { RefusedError } from '@assay/kernel';
import type { FastifyInstance } from 'fastify';

/** Bytes. The forms of our pages have a few short fields. */
const MAX_FORM = 4_096;

/** Takes forms where a page of ours sends them. Everywhere else they are refused like any body that is no JSON. */
export function takeForms(fastify: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  fastify.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM },
    (request, body, done) => {
      if (request.routeOptions.config.formBody) return done(null, Object.fromEntries(new URLSearchParams(body)));
      return done(
        new RefusedError({
          code: 'UNSUPPORTED_MEDIA_TYPE',
          message: 'The request body must be JSON (Content-Type: application/json)',
        }),
      );
    },
  );
}
