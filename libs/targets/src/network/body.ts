import { type Duplex, type Readable, pipeline } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { TargetTooLarge } from '../staging/errors';
import { TargetUnreachable } from './errors';

export interface BodyOptions {
  /** Most bytes of the body, as received and decoded. */
  readonly bytes: number;
  /** The answer of a HEAD request announces a length and has none. */
  readonly empty: boolean;
  readonly translate: (error: unknown) => unknown;
  /** Called once nothing of the body is read any more. */
  readonly release: () => void;
}

/**
 * A body decoded and counted as it streams: no chunk beyond the limit is handed on, and no more than a few are ever in
 * memory, whatever it expands to.
 * @throws TargetTooLarge, TargetUnreachable where its length or encoding is known to be too much
 */
export function meteredBody(
  { body, headers }: Pick<Dispatcher.ResponseData, 'body' | 'headers'>,
  options: BodyOptions,
): AsyncIterable<Buffer> {
  const tooLarge = () => new TargetTooLarge('bytes', options.bytes, 'bytes');
  if (!options.empty && Number(headers['content-length']) > options.bytes) throw tooLarge();
  const decoder = options.empty ? undefined : decoderOf(headers['content-encoding']);
  // A failure shows to whoever reads; where nobody reads any more, or not yet, it must not end the process.
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
    // A body that ends early is found out by its length or its reader; what came is worth reading, as browsers do.
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress();
    // Encoded twice, a megabyte of wire is a terabyte.
    default:
      throw new TargetUnreachable(
        'the answer',
        'answer',
        `it is encoded in a way that was not asked for (${name.slice(0, 40)})`,
      );
  }
}

/** The whole body; its limit bounds the memory. */
export async function readBody(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
