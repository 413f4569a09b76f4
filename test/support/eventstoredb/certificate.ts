import { issueCertificate } from '../sites/certificates';

export interface Certificate {
  readonly key: Buffer;
  readonly certificate: Buffer;
}

/** A certificate for localhost that signs itself, in PEM. */
export function selfSignedCertificate(): Certificate {
  const { key, certificate } = issueCertificate({ name: 'stand-in', hosts: ['localhost'], to: 1 });
  return { key: Buffer.from(key), certificate: Buffer.from(certificate) };
}
