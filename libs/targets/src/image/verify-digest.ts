import { type Hash, createHash } from 'node:crypto';
import { ImageRefused } from './image-refused';
import { MAX_DOCUMENT_BYTES } from './image-limits';

const HEX_LENGTH: Readonly<Record<string, number>> = { sha256: 64, sha512: 128 };

/** @throws ImageRefused UNSUPPORTED_DIGEST */
export function requireDigest(digest: string): { readonly algorithm: string; readonly hex: string } {
  const [algorithm = '', hex = ''] = digest.split(':');
  if (HEX_LENGTH[algorithm] !== hex.length || !/^[0-9a-f]+$/.test(hex))
    throw new ImageRefused('UNSUPPORTED_DIGEST', JSON.stringify(digest));
  return { algorithm, hex };
}

export const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The expected digest, and size if known, of bytes that come from elsewhere. */
export interface ExpectedBytes {
  readonly digest: string;
  readonly size?: number;
}

/**
 * Passes bytes on and verifies them. It throws as soon as there are too many, or at the end if they do not match.
 */
export async function* verifyBytes(
  source: AsyncIterable<Buffer>,
  { digest, size }: ExpectedBytes,
): AsyncGenerator<Buffer> {
  const { algorithm, hex } = requireDigest(digest);
  const hash: Hash = createHash(algorithm);
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (size !== undefined && bytes > size)
      throw new ImageRefused('SIZE_MISMATCH', digest, { detail: `more than ${size} bytes` });
    hash.update(piece);
    yield piece;
  }
  if (size !== undefined && bytes !== size)
    throw new ImageRefused('SIZE_MISMATCH', digest, { detail: `${bytes} instead of ${size} bytes` });
  if (hash.digest('hex') !== hex) throw new ImageRefused('DIGEST_MISMATCH', digest);
}

/** Reads a whole manifest or configuration. @throws ImageRefused */
export async function readDocument(source: AsyncIterable<Buffer>, what: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    if ((bytes += piece.length) > MAX_DOCUMENT_BYTES)
      throw new ImageRefused('INVALID_MANIFEST', what, { detail: 'more than 4 MB' });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
