import { type ServiceError, status } from '@grpc/grpc-js';
import { messageOf } from '@assay/kernel';

/** Each message of gRPC about a host that cannot be used, with its meaning to the operator who set the host up. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /wrong version number|packet length too long|wrong_version_number/i,
    'it speaks no TLS: add tls=false to the connection string, or turn TLS on at the server',
  ],
  [/ECONNREFUSED/, 'it refuses the connection: nothing listens on that port'],
  [/ENOTFOUND|EAI_AGAIN|Name resolution failed/i, 'its name cannot be resolved'],
  [/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/, 'it cannot be reached over the network'],
  [
    /self-signed certificate|unable to verify the first certificate|unable to get (?:local )?issuer certificate/i,
    'an authority that is not known here signed its certificate: name the authority in tlsCaFile',
  ],
  [/certificate has expired/i, 'its certificate has expired'],
  [/altnames|does not match certificate/i, 'its certificate is for another host name'],
];

export function reasonOf(error: unknown): string {
  const { code, details } = (error ?? {}) as Partial<ServiceError>;
  const said = typeof details === 'string' && details !== '' ? details : messageOf(error);
  const known = REASONS.find(([pattern]) => pattern.test(said))?.[1];
  if (known !== undefined) return known;
  return code === status.DEADLINE_EXCEEDED ? 'it did not answer in time' : said;
}
