import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

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

/** A certificate in X.509, made anew for each test: one in a file would expire, and its key look like a leak. */
export function issueCertificate({ name, hosts = [], from = -1, to = 365, issuer, authority = false }: CertificateWish): IssuedCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = issuer ?? { name, privateKey };
  const extensions = [
    ...(authority ? [sequence(objectId('551d13'), TRUE, der(0x04, sequence(TRUE)))] : []),
    ...(hosts.length > 0 ? [sequence(objectId('551d11'), der(0x04, sequence(...hosts.map((host) => der(0x82, Buffer.from(host))))))] : []),
  ];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    commonName(signer.name),
    sequence(time(from), time(to)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, signer.privateKey)]));
  const text = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64').replaceAll(/.{64}/g, '$&\n');
  return { key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), certificate: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`, issuer: { name, privateKey } };
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const commonName = (name: string): Buffer => sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))));
const time = (days: number): Buffer => der(0x18, Buffer.from(new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/g, '')));
const TRUE = Buffer.from([0x01, 0x01, 0xff]);
const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
