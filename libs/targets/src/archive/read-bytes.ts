import type { FileHandle } from 'node:fs/promises';
import { type InflateRaw, createInflateRaw, inflateRawSync } from 'node:zlib';
import { ArchiveRefused, UNPACKED_PIECE, faultOf, pipeThrough } from '@assay/archives';

const PIECE = 64 * 1024;
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
