import { Readable, pipeline } from 'node:stream';
import { type Gunzip, type InflateRaw, createGunzip } from 'node:zlib';
import { ArchiveRefused } from './archive-refused';

/** zlib's default is 16 KB a piece, and each piece costs one write. */
export const UNPACKED_PIECE = 256 * 1024;

/** @throws ArchiveRefused TRUNCATED, CORRUPT */
export const gunzip = (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> =>
  pipeThrough(source, createGunzip({ chunkSize: UNPACKED_PIECE }));

export async function* pipeThrough(source: AsyncIterable<Buffer>, engine: Gunzip | InflateRaw): AsyncGenerator<Buffer> {
  pipeline(Readable.from(source, { objectMode: false }), engine, () => {
    // An error of the source destroys the engine. Reading the engine throws the same error again below.
  });
  try {
    for await (const piece of engine) yield piece as Buffer;
  } catch (error) {
    throw faultOf(error);
  }
}

/** The ArchiveRefused for an error of zlib. */
export function faultOf(error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'Z_BUF_ERROR':
      return new ArchiveRefused('TRUNCATED', { cause: error });
    case 'ERR_BUFFER_TOO_LARGE':
      return new ArchiveRefused('SIZE_MISMATCH', { cause: error });
    case 'Z_DATA_ERROR':
    case 'Z_NEED_DICT':
      return new ArchiveRefused('CORRUPT', { cause: error });
    default:
      return error;
  }
}
