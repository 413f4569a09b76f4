import multipart, { type Multipart } from '@fastify/multipart';
import { RefusedError, messageOf, refused } from '@assay/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/** By the route that was found: `/api/v1/%75ploads` is the same one. */
export const isUpload = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'POST' && routeOptions.url === '/api/v1/uploads';

/** Accepts multipart bodies for uploads only: every other route takes only JSON. */
export async function registerUploads(fastify: FastifyInstance): Promise<void> {
  fastify.addHook('onRequest', (request, _, done) => {
    const takesForm = isUpload(request);
    const isMultipart = /^\s*multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '');
    if (takesForm === isMultipart) return done();
    done(
      new RefusedError({
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message:
          'The request body must be ' +
          (takesForm
            ? 'a form (Content-Type: multipart/form-data) with a file'
            : 'JSON (Content-Type: application/json)'),
      }),
    );
  });
  // The size of the file is counted where it is kept, by what the organization may upload.
  await fastify.register(multipart, {
    limits: { fileSize: Number.POSITIVE_INFINITY, fieldSize: 1_000, fieldNameSize: 100, headerPairs: 20 },
  });
}

/**
 * The parts as they come; each must be read before the next. @throws RefusedError if the body is no form, or ends too
 * early
 */
export async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    unreadable(error);
  } finally {
    // Left early: a client reads the answer when it has sent everything, so the rest is taken, and forgotten as it
    // comes.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** The bytes of a file. @throws RefusedError */
export async function* contentOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (error) {
    unreadable(error);
  }
}

function unreadable(error: unknown): never {
  return refused('VALIDATION_ERROR', `The form cannot be read: ${messageOf(error)}`);
}
