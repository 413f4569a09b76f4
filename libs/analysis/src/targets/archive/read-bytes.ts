import type { FileHandle } from 'node:fs/promises';
import { Readable, pipeline } from 'node:stream';
import { type Gunzip, type InflateRaw, createGunzip, createInflateRaw } from 'node:zlib';
import { ArchiveRefused } from './archive-refused';

const PIECE = 64 * 1024;

/** The bytes of an open file from `start` to before `end`. @throws ArchiveRefused TRUNCATED when the file ends earlier */
export async function* readRange(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position < end; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(PIECE, end - position)), 0, Math.min(PIECE, end - position), position);
    if (bytesRead === 0) throw new ArchiveRefused('TRUNCATED');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** @throws ArchiveRefused TRUNCATED, CORRUPT */
export const gunzip = (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> => through(source, createGunzip());

/** @throws ArchiveRefused TRUNCATED, CORRUPT; SIZE_MISMATCH when bytes follow the end of what is compressed */
export async function* inflate(source: AsyncIterable<Buffer>, packedBytes: number): AsyncGenerator<Buffer> {
  const engine = createInflateRaw();
  yield* through(source, engine);
  if (engine.bytesWritten !== packedBytes) throw new ArchiveRefused('SIZE_MISMATCH');
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
    case 'Z_BUF_ERROR': return new ArchiveRefused('TRUNCATED', { cause: error });
    case 'Z_DATA_ERROR': case 'Z_NEED_DICT': return new ArchiveRefused('CORRUPT', { cause: error });
    default: return error;
  }
}
