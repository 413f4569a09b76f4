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

/** The file of a form. */
export interface FormFile {
  readonly filename: string;
  /** Ends with a refusal where another part follows the file, so that nothing of such a form is kept. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Hands over the one file of a form. What is left of the body when `take` ends is read, and forgotten as it comes.
 * @throws RefusedError if the body is no form, ends too early, or has anything else than one file
 */
export async function takeFile<T>(request: FastifyRequest, take: (file: FormFile) => Promise<T>): Promise<T> {
  const parts = partsOf(request);
  try {
    const { value: part } = await parts.next();
    if (!part) return invalid('file', 'is needed');
    if (part.fieldname !== 'file') return invalid(part.fieldname, 'unknown field');
    if (part.type !== 'file') return invalid('file', 'must be a file, with a filename');
    return await take({ filename: part.filename, content: contentOf(part.file, parts) });
  } finally {
    await parts.return(undefined);
  }
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart, undefined, undefined> {
  try {
    yield* request.parts();
    return undefined;
  } catch (error) {
    unreadable(error);
  } finally {
    // Left early: a client reads the answer when it has sent everything.
    request.raw.unpipe();
    request.raw.resume();
  }
}

async function* contentOf(file: Readable, parts: ReturnType<typeof partsOf>): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (error) {
    unreadable(error);
  }
  const { value: next } = await parts.next();
  if (next) invalid(next.fieldname, 'one file is uploaded at a time');
}

function unreadable(error: unknown): never {
  return refused('VALIDATION_ERROR', `The form cannot be read: ${messageOf(error)}`);
}

function invalid(field: string, message: string): never {
  return refused('VALIDATION_ERROR', `${field}: ${message}`, [{ field, message }]);
}
