import type { TlsConnection, TlsRecord } from '@assay/target-records';
import type { Problem } from '../kit/per-file';

const DAY = 86_400_000;
const SOON = 30;
const VERY_SOON = 14;

/** Judges how a host and port encrypts, or reports that it does not. */
export function judgeEncryption({ origin, plain, connection, at }: TlsRecord): Problem[] {
  const observed = 'observed' in connection ? connection.observed : undefined;
  if (plain)
    return [
      {
        rule: 'no-encryption',
        excerpt: origin,
        message: `The pages of ${origin} are served without encryption${observed ? ', though the host has it' : ''}`,
      },
    ];
  return observed
    ? [
        ...validity(observed, at),
        ...trust(observed, new URL(origin).hostname),
        ...strength(observed),
        ...protocols(observed),
      ]
    : [];
}

/** Identifies a certificate by what does not change when it is renewed. */
const certificateName = ({ certificate }: TlsConnection): string => `certificate of ${certificate.subject}`;

function validity(connection: TlsConnection, at: string): Problem[] {
  const { validFrom, validTo } = connection.certificate;
  const now = Date.parse(at);
  const left = Math.floor((Date.parse(validTo) - now) / DAY);
  const say = (rule: string, message: string): Problem[] => [{ rule, excerpt: certificateName(connection), message }];
  if (Date.parse(validFrom) > now)
    return say('certificate-not-yet-valid', `The certificate is not valid before ${validFrom}`);
  if (Date.parse(validTo) <= now) return say('certificate-expired', `The certificate expired on ${validTo}`);
  if (left < VERY_SOON)
    return say('certificate-expires-very-soon', `The certificate expires on ${validTo}, in ${left} days`);
  return left < SOON ? say('certificate-expires-soon', `The certificate expires on ${validTo}, in ${left} days`) : [];
}

/** An expired certificate, or one that is not valid yet, is already reported because of its dates. */
const DATES = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

const WHY: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send the certificates between its own and one that is trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'who issued it is not trusted, or a certificate in between is missing',
  UNABLE_TO_GET_ISSUER_CERT: 'who issued it is not known',
  SELF_SIGNED_CERT_IN_CHAIN: 'it comes from an authority of its own',
  CERT_REVOKED: 'it was revoked',
};

function trust(connection: TlsConnection, host: string): Problem[] {
  const { distrust, forHost, certificate } = connection;
  const wrongName: Problem[] = forHost
    ? []
    : [
        {
          rule: 'certificate-for-another-host',
          excerpt: certificateName(connection),
          message:
            `The certificate is not for ${host}; it is for ` +
            `${certificate.altNames.slice(0, 5).join(', ') || certificate.subject}`,
        },
      ];
  if (certificate.selfSigned)
    return [
      {
        rule: 'certificate-self-signed',
        excerpt: certificateName(connection),
        message: 'The certificate signs itself: browsers warn of it, and cannot tell it from anybody else’s',
      },
      ...wrongName,
    ];
  if (distrust === undefined || DATES.has(distrust)) return wrongName;
  return [
    {
      rule: 'certificate-untrusted',
      excerpt: certificateName(connection),
      message: `The certificate is not trusted: ${WHY[distrust] ?? distrust}`,
    },
    ...wrongName,
  ];
}

/** The least number of bits of a key. */
const LEAST_BITS: Readonly<Record<string, number>> = { rsa: 2_048, 'rsa-pss': 2_048, dsa: 2_048, ec: 224 };

function strength(connection: TlsConnection): Problem[] {
  const { keyType, keyBits, signatureAlgorithm = '', selfSigned } = connection.certificate;
  const weakKey: Problem[] =
    keyBits > 0 && keyBits < (LEAST_BITS[keyType] ?? 0)
      ? [
          {
            rule: 'weak-key',
            excerpt: certificateName(connection),
            message: `The certificate has a ${keyType.toUpperCase()} key of ${keyBits} bits`,
          },
        ]
      : [];
  // The signature of a self-signed certificate proves nothing anyway.
  const weakSignature: Problem[] =
    !selfSigned && /sha1|md5/i.test(signatureAlgorithm)
      ? [
          {
            rule: 'weak-signature',
            excerpt: certificateName(connection),
            message: `The certificate is signed with ${signatureAlgorithm}`,
          },
        ]
      : [];
  return [...weakKey, ...weakSignature];
}

const WEAK_CIPHER = /RC4|3DES|DES-CBC|NULL|EXP|aNULL|ADH|AECDH|MD5|SEED|IDEA/;

function protocols({ protocol, cipher, oldProtocols }: TlsConnection): Problem[] {
  const old = [...new Set([...oldProtocols, ...(/^(SSLv|TLSv1(\.1)?$)/.test(protocol) ? [protocol] : [])])].sort();
  return [
    ...old.map((version) => ({
      rule: 'old-protocol',
      excerpt: version,
      message: `The server still agrees to ${version}`,
    })),
    ...(WEAK_CIPHER.test(cipher)
      ? [
          {
            rule: 'weak-cipher',
            excerpt: cipher,
            message: `The server chose ${cipher} where stronger ciphers were offered`,
          },
        ]
      : []),
  ];
}
