import type { FileHandle } from 'node:fs/promises';
import { Readable, pipeline } from 'node:stream';
import { type Gunzip, type InflateRaw, createGunzip, createInflateRaw, inflateRawSync } from 'node:zlib';
import { ArchiveRefused } from './archive-refused';

const PIECE = 64 * 1024;
/** zlib gives 16 KB at a time unless told; each is a write of its own. */
const UNPACKED_PIECE = 256 * 1024;
/** Unpacked in one call: setting up a stream takes longer than such a file. */
const SMALL = { packedBytes: 32 * 1024, size: 256 * 1024 };

/**
 * The bytes of an open file from `start` to before `end`. @throws ArchiveRefused TRUNCATED when the file ends earlier
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
  through(source, createGunzip({ chunkSize: UNPACKED_PIECE }));

/** What is known of deflated bytes. */
export interface Deflated {
  readonly packedBytes: number;
  readonly size: number;
}

/** @throws ArchiveRefused TRUNCATED, CORRUPT; SIZE_MISMATCH when bytes follow the end of what is compressed */
export async function* inflate(source: AsyncIterable<Buffer>, { packedBytes, size }: Deflated): AsyncGenerator<Buffer> {
  if (packedBytes <= SMALL.packedBytes && size <= SMALL.size) return yield* inflateSmall(source, size);
  const engine = createInflateRaw({ chunkSize: UNPACKED_PIECE });
  yield* through(source, engine);
  if (engine.bytesWritten !== packedBytes) throw new ArchiveRefused('SIZE_MISMATCH');
}

async function* inflateSmall(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  const packed = Buffer.concat(pieces);
  try {
    // The types leave out what `info` returns. One byte more than is claimed shows that there is more.
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

async function* through(source: AsyncIterable<Buffer>, engine: Gunzip | InflateRaw): AsyncGenerator<Buffer> {
  pipeline(Readable.from(source, { objectMode: false }), engine, () => {
    // What the source throws destroys the engine, and reading that throws it again below.
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
