import { X509Certificate } from 'node:crypto';
import { type ApkRecord, Malformed, decoding } from '@assay/target-records';

/**
 * Reads the signers' certificates from the block of scheme 2 or later. A signer's own certificate is the first of its
 * list.
 * @throws Malformed
 */
const certificatesInBlock = (block: Buffer): Buffer[] =>
  decoding('the signing block', () =>
    sequence(prefixed(block, 0)).flatMap((signer) => {
      const signed = prefixed(signer, 0);
      const certificates = prefixed(signed, 4 + prefixed(signed, 0).length);
      return sequence(certificates).slice(0, 1);
    }),
  );

/** Reads the bytes after a length of 32 bits. */
function prefixed(bytes: Buffer, position: number): Buffer {
  const length = bytes.readUInt32LE(position);
  if (position + 4 + length > bytes.length) throw new Malformed('the signing block ends too early');
  return bytes.subarray(position + 4, position + 4 + length);
}

function sequence(bytes: Buffer): Buffer[] {
  const items: Buffer[] = [];
  for (let position = 0; position < bytes.length; position += 4 + items.at(-1)!.length)
    items.push(prefixed(bytes, position));
  return items;
}

const SEQUENCE = 0x30;
const CONTEXT_0 = 0xa0;

/** Reads the certificates in a signature file of the first scheme, a PKCS #7 SignedData. @throws Malformed */
const certificatesInFile = (file: Buffer): Buffer[] =>
  decoding('the signature file', () => {
    const [, content] = derItems(derItems(file)[0]!.value);
    const signedData = content && derItems(content.value)[0];
    const certificates = signedData && derItems(signedData.value).find(({ tag }) => tag === CONTEXT_0);
    return certificates
      ? derItems(certificates.value)
          .filter(({ tag }) => tag === SEQUENCE)
          .map(({ whole }) => whole)
      : [];
  });

interface DerItem {
  readonly tag: number;
  readonly value: Buffer;
  readonly whole: Buffer;
}

function derItems(bytes: Buffer): DerItem[] {
  const items: DerItem[] = [];
  for (let position = 0; position < bytes.length; ) {
    const tag = bytes.readUInt8(position);
    const short = bytes.readUInt8(position + 1);
    const lengthBytes = short < 0x80 ? 0 : short & 0x7f;
    if (lengthBytes > 4 || short === 0x80) throw new Malformed('the signature file has a length that is not read');
    const length = lengthBytes === 0 ? short : bytes.readUIntBE(position + 2, lengthBytes);
    const start = position + 2 + lengthBytes;
    if (start + length > bytes.length) throw new Malformed('the signature file ends too early');
    items.push({ tag, value: bytes.subarray(start, start + length), whole: bytes.subarray(position, start + length) });
    position = start + length;
  }
  if (items.length === 0) throw new Malformed('the signature file is empty');
  return items;
}

interface Signer {
  /** The file or block that has the signer's certificate. */
  readonly place: string;
  readonly certificate: X509Certificate;
}

/** All signers without duplicates, and the certificates that could not be read. */
export function signersOf({ files, blocks }: ApkRecord['signing']): {
  readonly signers: readonly Signer[];
  readonly unreadable: readonly string[];
} {
  const signers = new Map<string, Signer>();
  const unreadable: string[] = [];
  const sources = [
    ...blocks.map(({ scheme, base64 }) => ({
      place: `(the ${scheme} signature)`,
      read: () => certificatesInBlock(Buffer.from(base64, 'base64')),
    })),
    ...files.map(({ path, base64 }) => ({
      place: path,
      read: () => certificatesInFile(Buffer.from(base64, 'base64')),
    })),
  ];
  for (const { place, read } of sources) {
    try {
      for (const certificate of read().map((der) => new X509Certificate(der))) {
        if (!signers.has(certificate.fingerprint256)) signers.set(certificate.fingerprint256, { place, certificate });
      }
    } catch (error) {
      unreadable.push(
        `the certificate of ${place} cannot be read: ` +
          `${error instanceof Malformed ? error.message : 'it is no certificate'}`,
      );
    }
  }
  return { signers: [...signers.values()], unreadable };
}
