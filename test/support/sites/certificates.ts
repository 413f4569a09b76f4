import { type KeyObject, generateKeyPairSync, randomBytes } from 'node:crypto';
import { commonName, der, objectId, sequence, signature, time } from '../der';

export interface IssuedCertificate {
  /** PEM. */
  readonly key: string;
  readonly certificate: string;
  /** To issue others with. */
  readonly issuer: Issuer;
}

interface Issuer {
  readonly name: string;
  readonly privateKey: KeyObject;
}

export interface CertificateWish {
  readonly name: string;
  /** DNS names that it is for. */
  readonly hosts?: readonly string[];
  /** Days from now. Default: yesterday, and in a year. */
  readonly from?: number;
  readonly to?: number;
  /** Default: it signs itself. */
  readonly issuer?: Issuer;
  /** Whether it may sign others. */
  readonly authority?: boolean;
}

/** A new certificate in X.509 for each test: one in a file would expire, and its key look like a leak. */
export function issueCertificate({
  name,
  hosts = [],
  from = -1,
  to = 365,
  issuer,
  authority = false,
}: CertificateWish): IssuedCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = issuer ?? { name, privateKey };
  const extensions = [
    ...(authority ? [sequence(objectId('551d13'), TRUE, der(0x04, sequence(TRUE)))] : []),
    ...(hosts.length > 0
      ? [sequence(objectId('551d11'), der(0x04, sequence(...hosts.map((host) => der(0x82, Buffer.from(host))))))]
      : []),
  ];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    commonName(signer.name),
    sequence(inDays(from), inDays(to)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const text = sequence(body, ECDSA_WITH_SHA256, signature(body, signer.privateKey))
    .toString('base64')
    .replaceAll(/.{64}/g, '$&\n');
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    certificate: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    issuer: { name, privateKey },
  };
}

const inDays = (days: number): Buffer =>
  time(new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/g, ''));
const TRUE = Buffer.from([0x01, 0x01, 0xff]);
const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
