import type { X509Certificate } from 'node:crypto';
import type { TlsConnection } from '@assay/target-records';

/** Signature algorithms by the DER of their object identifiers, in hexadecimal. */
const SIGNATURE_ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ['2a864886f70d010104', 'md5WithRSAEncryption'],
  ['2a864886f70d010105', 'sha1WithRSAEncryption'],
  ['2a8648ce3d0401', 'ecdsa-with-SHA1'],
  ['2a8648ce380403', 'dsa-with-SHA1'],
  ['2a864886f70d01010b', 'sha256WithRSAEncryption'],
  ['2a864886f70d01010c', 'sha384WithRSAEncryption'],
  ['2a864886f70d01010d', 'sha512WithRSAEncryption'],
  ['2a864886f70d01010a', 'RSASSA-PSS'],
  ['2a8648ce3d040302', 'ecdsa-with-SHA256'],
  ['2a8648ce3d040303', 'ecdsa-with-SHA384'],
  ['2a8648ce3d040304', 'ecdsa-with-SHA512'],
  ['2b6570', 'ed25519'],
  ['2b6571', 'ed448'],
]);

const CURVE_BITS: Readonly<Record<string, number>> = {
  prime256v1: 256,
  secp256k1: 256,
  secp384r1: 384,
  secp521r1: 521,
  secp224r1: 224,
  prime192v1: 192,
};
const EDWARDS_BITS: Readonly<Record<string, number>> = { ed25519: 256, ed448: 448 };
const MAX_NAMES = 100;

export function describeCertificate(certificate: X509Certificate): TlsConnection['certificate'] {
  const { publicKey, subject, issuer, subjectAltName, raw } = certificate;
  const keyType = publicKey.asymmetricKeyType ?? 'unknown';
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  const signatureAlgorithm = signatureAlgorithmOf(raw);
  return {
    subject: oneName(subject),
    issuer: oneName(issuer),
    validFrom: new Date(certificate.validFrom).toISOString(),
    validTo: new Date(certificate.validTo).toISOString(),
    altNames: (subjectAltName ?? '')
      .split(', ')
      .filter((name) => name !== '')
      .slice(0, MAX_NAMES),
    keyType,
    keyBits: modulusLength ?? CURVE_BITS[namedCurve ?? ''] ?? EDWARDS_BITS[keyType] ?? 0,
    ...(signatureAlgorithm !== undefined && { signatureAlgorithm }),
    selfSigned: subject === issuer && certificate.verify(publicKey),
  };
}

/** Joins the parts of a name, which Node writes on separate lines. */
const oneName = (name: string): string => name.split('\n').join(', ').slice(0, 500);

/**
 * Reads the signature algorithm, which Node 20 does not provide. A certificate is a sequence of the signed part, the
 * algorithm (a sequence that begins with its identifier), and the signature.
 */
function signatureAlgorithmOf(der: Buffer): string | undefined {
  const certificate = element(der, 0);
  const signed = certificate && element(der, certificate.content);
  const algorithm = signed && element(der, signed.end);
  const identifier = algorithm && element(der, algorithm.content);
  return identifier && SIGNATURE_ALGORITHMS.get(der.subarray(identifier.content, identifier.end).toString('hex'));
}

/** The positions where the content of a DER element begins and ends. */
function element(der: Buffer, at: number): { readonly content: number; readonly end: number } | undefined {
  const first = der[at + 1];
  if (first === undefined) return undefined;
  if (first < 0x80) return { content: at + 2, end: at + 2 + first };
  const bytes = first - 0x80;
  if (bytes < 1 || bytes > 4 || at + 2 + bytes > der.length) return undefined;
  const content = at + 2 + bytes;
  return { content, end: content + der.readUIntBE(at + 2, bytes) };
}
