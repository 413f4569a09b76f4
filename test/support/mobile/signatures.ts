import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { commonName, der, objectId, sequence, signature, time } from '../der';
import { words } from './binary-xml-writer';

/** A certificate for a new RSA key that signs itself, as DER: what Android's tools make. */
export function signingCertificate(owner: string, bits = 2_048): Buffer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const name = commonName(owner);
  const validity = sequence(time('20240101000000Z'), time('20540101000000Z'));
  const body = sequence(
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    SHA256_WITH_RSA,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  return sequence(body, SHA256_WITH_RSA, signature(body, privateKey));
}

/** `META-INF/CERT.RSA`: a PKCS #7 SignedData of which only the certificate is true. */
export const signatureFile = (certificate: Buffer): Buffer =>
  sequence(
    SIGNED_DATA,
    der(
      0xa0,
      sequence(
        der(0x02, Buffer.from([1])),
        der(0x31, sequence(SHA256)),
        sequence(DATA),
        der(0xa0, certificate),
        der(0x31),
      ),
    ),
  );

/** The content of a signature of the scheme 2 or 3, of which only the certificate is true. */
export const signatureBlock = (certificate: Buffer): Buffer =>
  prefixed(
    prefixed(
      Buffer.concat([
        prefixed(Buffer.concat([prefixed(Buffer.alloc(0)), prefixed(prefixed(certificate))])),
        prefixed(Buffer.alloc(0)),
      ]),
    ),
  );

const SCHEMES = { v2: 0x7109871a, v3: 0xf05368c0 };

/** Puts a signing block between the entries of a zip and its directory. */
export function withSigningBlock(zip: Buffer, scheme: keyof typeof SCHEMES, content: Buffer): Buffer {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const directory = zip.readUInt32LE(end + 16);
  const pair = Buffer.concat([words(4 + content.length, 0, SCHEMES[scheme]), content]);
  const size = words(pair.length + 24, 0);
  const block = Buffer.concat([size, pair, size, Buffer.from('APK Sig Block 42')]);
  const signed = Buffer.concat([zip.subarray(0, directory), block, zip.subarray(directory)]);
  signed.writeUInt32LE(directory + block.length, end + block.length + 16);
  return signed;
}

const prefixed = (content: Buffer): Buffer => Buffer.concat([words(content.length), content]);

const SHA256_WITH_RSA = sequence(objectId('2a864886f70d01010b'), der(0x05));
const SHA256 = sequence(objectId('608648016503040201'), der(0x05));
const DATA = objectId('2a864886f70d010701');
const SIGNED_DATA = objectId('2a864886f70d010702');
