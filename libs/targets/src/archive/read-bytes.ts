import type { FileHandle } from 'node:fs/promises';
import { Readable, pipeline } from 'node:stream';
import { type Gunzip, type InflateRaw, createGunzip, createInflateRaw, inflateRawSync } from 'node:zlib';
import { ArchiveRefused } from './archive-refused';

const PIECE = 64 * 1024;
/** zlib's default is 16 KB a piece, and each piece costs one write. */
const UNPACKED_PIECE = 256 * 1024;
/** Files up to these sizes are unpacked in one call: creating a stream would take longer than unpacking. */
const SMALL = { packedBytes: 32 * 1024, size: 256 * 1024 };

/**
 * Reads the bytes of an open file from `start` up to, not including, `end`.
 * @throws ArchiveRefused TRUNCATED when the file ends earlier
 */
export async function* readRange(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position < end; ) {
    const { bytesRead, buffer } = await file.read(
      Buffer.allocUnsafe(Math.min(PIECE, end - position)),
      0,
      Math.min(PIECE, end - position),
      position,
    );
    if (bytesRead === 0) throw new ArchiveRefused('TRUNCATED');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** @throws ArchiveRefused TRUNCATED, CORRUPT */
export const gunzip = (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> =>
  pipeThrough(source, createGunzip({ chunkSize: UNPACKED_PIECE }));

/** The sizes that an archive claims for a compressed entry. */
interface Deflated {
  readonly packedBytes: number;
  readonly size: number;
}

/** @throws ArchiveRefused TRUNCATED, CORRUPT; SIZE_MISMATCH when bytes follow the end of the compressed data */
export async function* inflate(source: AsyncIterable<Buffer>, { packedBytes, size }: Deflated): AsyncGenerator<Buffer> {
  if (packedBytes <= SMALL.packedBytes && size <= SMALL.size) return yield* inflateSmall(source, size);
  const engine = createInflateRaw({ chunkSize: UNPACKED_PIECE });
  yield* pipeThrough(source, engine);
  if (engine.bytesWritten !== packedBytes) throw new ArchiveRefused('SIZE_MISMATCH');
}

async function* inflateSmall(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  const packed = Buffer.concat(pieces);
  try {
    // The type definitions omit what `info` returns. Room for one byte more than claimed detects content that is
    // longer.
    const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: size + 1, info: true }) as unknown as {
      buffer: Buffer;
      engine: InflateRaw;
    };
    if (engine.bytesWritten !== packed.length) throw new ArchiveRefused('SIZE_MISMATCH');
    yield buffer;
  } catch (error) {
    throw faultOf(error);
  }
}

async function* pipeThrough(source: AsyncIterable<Buffer>, engine: Gunzip | InflateRaw): AsyncGenerator<Buffer> {
  pipeline(Readable.from(source, { objectMode: false }), engine, () => {
    // An error of the source destroys the engine. Reading the engine throws the same error again below.
  });
  try {
    for await (const piece of engine) yield piece as Buffer;
  } catch (error) {
    throw faultOf(error);
  }
}

function faultOf(error: unknown): unknown {
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
