import type { FileHandle } from 'node:fs/promises';
import { type ArchiveKind, ArchiveRefused, BLOCK, hasTarChecksum, isZeroBlock } from '@assay/archives';

/** The first bytes of formats that are not supported but common, so that the refusal can name them. */
const UNSUPPORTED_FORMATS: readonly (readonly [string, string])[] = [
  ['425a68', 'bzip2'],
  ['fd377a585a00', 'xz'],
  ['28b52ffd', 'zstd'],
  ['377abcaf271c', '7z'],
  ['526172211a07', 'rar'],
  ['1f9d', 'compress'],
  ['04224d18', 'lz4'],
];

/** Recognises the format by the content, never by the file's name. @throws ArchiveRefused */
export async function recogniseArchive(file: FileHandle): Promise<ArchiveKind> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BLOCK), 0, BLOCK, 0);
  const start = buffer.subarray(0, bytesRead);
  const magic = start.toString('hex', 0, 6);
  if (magic.startsWith('504b0304') || magic.startsWith('504b0506')) return 'zip';
  if (magic.startsWith('1f8b')) return 'tar.gz';
  if (isTarStart(start)) return 'tar';
  const known = UNSUPPORTED_FORMATS.find(([bytes]) => magic.startsWith(bytes));
  throw known
    ? new ArchiveRefused('UNSUPPORTED_ARCHIVE', { detail: known[1] })
    : new ArchiveRefused(bytesRead === 0 ? 'TRUNCATED' : 'NOT_AN_ARCHIVE');
}

/** An empty tar begins with the block of zeros that ends it. */
export const isTarStart = (start: Buffer): boolean =>
  start.length >= BLOCK && (isZeroBlock(start.subarray(0, BLOCK)) || hasTarChecksum(start.subarray(0, BLOCK)));
