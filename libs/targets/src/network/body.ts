import { type Duplex, type Readable, pipeline } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { TargetTooLarge } from '../staging/errors';
import { TargetUnreachable } from './errors';

interface BodyOptions {
  /** The most bytes of the body. The limit applies to the received bytes and to the decoded ones. */
  readonly bytes: number;
  /** Whether the body is empty, or nobody reads it: the answer to a HEAD request announces a length without one. */
  readonly empty: boolean;
  readonly translate: (error: unknown) => unknown;
  /** Called when nothing more is read from the body. */
  readonly release: () => void;
}

/**
 * Decodes and counts a body while it streams. No chunk beyond the limit is passed on, and only a few chunks are in
 * memory at a time, whatever the body expands to.
 * @throws TargetTooLarge if the announced length is too large; TargetUnreachable if the encoding was not asked for
 */
export function meteredBody(
  { body, headers }: Pick<Dispatcher.ResponseData, 'body' | 'headers'>,
  options: BodyOptions,
): AsyncIterable<Buffer> {
  const tooLarge = () => new TargetTooLarge('bytes', options.bytes, 'bytes');
  if (!options.empty && Number(headers['content-length']) > options.bytes) throw tooLarge();
  const decoder = options.empty ? undefined : decoderOf(headers['content-encoding']);
  // The reader gets the error. If nobody reads any more, or not yet, the error must not end the process.
  for (const stream of [body, decoder]) stream?.on('error', () => undefined);
  const decoded: Readable = decoder ? pipeline(body, decoder, () => undefined) : body;
  let received = 0;
  if (decoder) {
    body.on('data', (chunk: Buffer) => {
      if ((received += chunk.length) > options.bytes) decoder.destroy(tooLarge());
    });
  }
  return read(decoded, options, tooLarge);
}

async function* read(
  decoded: Readable,
  { bytes, translate, release }: BodyOptions,
  tooLarge: () => TargetTooLarge,
): AsyncGenerator<Buffer, void, undefined> {
  let count = 0;
  try {
    for await (const chunk of decoded as AsyncIterable<Buffer>) {
      if ((count += chunk.length) > bytes) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw translate(error);
  } finally {
    decoded.destroy();
    release();
  }
}

function decoderOf(encoding: string | string[] | undefined): Duplex | undefined {
  const name = String(encoding ?? 'identity')
    .trim()
    .toLowerCase();
  switch (name) {
    case '':
    case 'identity':
      return undefined;
    // A body that ends early is detected by its length or its reader. What was received is still read, as browsers do.
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress();
    // Several encodings are refused: encoded twice, a megabyte on the wire is a terabyte.
    default:
      throw new TargetUnreachable(
        'the answer',
        'answer',
        `it is encoded in a way that was not asked for (${name.slice(0, 40)})`,
      );
  }
}

/** Reads the whole body into memory. The body's own limit bounds its size. */
export async function readBody(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
