import { X509Certificate } from 'node:crypto';

// What stands beside a private key and says that it guards nothing: its certificate, or a comment.

const CERTIFICATE = /-----BEGIN CERTIFICATE-----([\sA-Za-z\d+/=]{100,8000})-----END CERTIFICATE-----/g;
/** A chain is no longer. */
const MOST_CERTIFICATES = 8;
/** `localhost`, `dex`, `shop.test`, `www.example.com`, `127.0.0.1` */
const FOR_NOBODY = new RegExp(
  String.raw`^(?:\*\.)?(?:[\w-]+|(?:[\w-]+\.)*(?:test|invalid|example|localhost|local)|` +
    String.raw`(?:[\w-]+\.)*(?:example|test)\.\w{2,6})$|^127\.`,
  'i',
);

/** As far before a key as a comment about it stands, or about the certificate between the two. */
const NEAR = 4_000;
const SAYS_SO = new RegExp(
  String.raw`^[ \t]*(?:#|//|;|<!--)[^\n]*\b(?:` +
    String.raw`(?:not|never)\b[^\n]{0,40}\bproduction|insecure|snake-?oil|dummy|` +
    String.raw`(?:for|only in|used (?:by|in)) (?:the |our |local |unit |integration )?(?:tests?|testing|trials?|` +
    String.raw`demos?|demonstrations?)|test (?:key|cert\w*)|self-?signed)\b`,
  'im',
);

/**
 * Whether what stands beside a key says that it guards nothing: all certificates of the file have expired or are for
 * names that nobody else knows, or a comment before the key says that it is for tests.
 */
export function isKeyForTrials(text: string, start: number, now = Date.now()): boolean {
  if (SAYS_SO.test(text.slice(Math.max(0, start - NEAR), start))) return true;
  const certificates = [...text.matchAll(CERTIFICATE)].slice(0, MOST_CERTIFICATES).map(([, body]) => read(body!));
  return certificates.length > 0 && certificates.every((each) => each !== undefined && isOfNoUse(each, now));
}

/** Undefined if it is not a certificate, or not whole. */
function read(body: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(body, 'base64'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return undefined; // what OpenSSL says of it
    throw error;
  }
}

function isOfNoUse(certificate: X509Certificate, now: number): boolean {
  if (Date.parse(certificate.validTo) < now) return true;
  const others = certificate.subjectAltName?.split(', ').map((each) => each.replace(/^[\w ]+:/, '')) ?? [];
  const named = /^CN=(.*)$/m.exec(certificate.subject ?? '')?.[1];
  // The key of an authority signs for any name.
  const names = others.length > 0 ? others : certificate.ca || named === undefined ? [] : [named];
  return names.length > 0 && names.every((name) => FOR_NOBODY.test(name));
}
