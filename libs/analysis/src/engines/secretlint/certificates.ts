import { type KeyObject, X509Certificate, createPrivateKey } from 'node:crypto';

// A text beside a private key that says that the key guards nothing: its certificate, or a comment.

const CERTIFICATE = /-----BEGIN CERTIFICATE-----([\sA-Za-z\d+/=]{100,8000})-----END CERTIFICATE-----/g;
/** A chain is no longer. */
const MOST_CERTIFICATES = 8;
/** `localhost`, `dex`, `shop.test`, `www.example.com`, `127.0.0.1` */
const FOR_NOBODY = new RegExp(
  String.raw`^(?:\*\.)?(?:[\w-]+|(?:[\w-]+\.)*(?:test|invalid|example|localhost|local)|` +
    String.raw`(?:[\w-]+\.)*(?:example|test)\.\w{2,6})$|^127\.`,
  'i',
);

/** The organisation that OpenSSL proposes: somebody answered none of its questions. */
const UNANSWERED = /^O=Internet Widgits Pty Ltd$/m;

/** As far before a key as a comment about it stands, with the names under which the key is. */
const LINES_BEFORE = 5;
const NEAR = 600;
const SAYS_SO = new RegExp(
  String.raw`^[ \t]*(?:#|//|;|<!--)[^\n]*\b(?:` +
    String.raw`(?:not|never)\b[^\n]{0,40}\bproduction|snake-?oil|dummy|` +
    String.raw`(?:for|only in|used (?:by|in)) (?:the |our |local |unit |integration )?(?:tests?|testing|trials?|` +
    String.raw`demos?|demonstrations?)|test (?:key|cert\w*))\b`,
  'im',
);

/** Why the private key at a place guards nothing; undefined if nothing beside it says so. */
export type WhyForTrials = (start: number, end: number) => string | undefined;

/**
 * Tells of private keys in a text what stands beside them: all certificates that belong to the key are for names that
 * nobody else knows, or a comment right before the key says that it is for tests. Whether a certificate has expired
 * does not matter: its key may have another, and the same text is judged the same every day. The certificates are read
 * once, however many keys the text has.
 * @param beside the text of the certificate that lies beside the file of the key
 */
export function keysForTrialsIn(text: string, beside: () => string = () => ''): WhyForTrials {
  let certificates: readonly X509Certificate[] | undefined;
  return (start, end) => {
    if (SAYS_SO.test(linesBefore(text, start))) return 'a comment before it says so';
    certificates ??= certificatesIn(`${text}\n${beside()}`);
    if (certificates.length === 0) return undefined;
    const key = readable(() => createPrivateKey(pemOf(text.slice(start, end))));
    return key && isForNobody(certificates, key)
      ? 'its certificate is for no name, or for local and test names only'
      : undefined;
  };
}

/** The few lines before a key, and of these what stands behind another key or certificate. */
function linesBefore(text: string, start: number): string {
  const lines = text
    .slice(Math.max(0, start - NEAR), start)
    .split('\n')
    .slice(-LINES_BEFORE)
    .join('\n');
  return lines.slice(lines.lastIndexOf('-----END') + 1);
}

function certificatesIn(text: string): X509Certificate[] {
  const found: X509Certificate[] = [];
  let count = 0;
  for (const [, body] of text.matchAll(CERTIFICATE)) {
    const certificate = readable(() => new X509Certificate(Buffer.from(body!, 'base64')));
    if (certificate !== undefined) found.push(certificate);
    count += 1;
    if (count === MOST_CERTIFICATES) break;
  }
  return found;
}

/** A key as it is written in a file of its own, of one that stands indented or in one line. */
function pemOf(written: string): string {
  const [begin = '', end = ''] = written.match(/-----[A-Z\d ]+-----/g) ?? [];
  const body = written.slice(begin.length, written.lastIndexOf(end)).replace(/\\[rnt]|[^A-Za-z\d+/=]/g, '');
  return [begin, ...(body.match(/.{1,64}/g) ?? []), end, ''].join('\n');
}

/** Undefined if OpenSSL cannot read it: it is broken, or encrypted. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return undefined; // what OpenSSL says of it
    throw error;
  }
}

function isForNobody(certificates: readonly X509Certificate[], key: KeyObject): boolean {
  const own = certificates.filter((each) => each.checkPrivateKey(key));
  return own.length > 0 && own.every(hasNamesOfNobody);
}

function hasNamesOfNobody(certificate: X509Certificate): boolean {
  const others = certificate.subjectAltName?.split(', ').map((each) => each.replace(/^[\w ]+:/, '')) ?? [];
  const named = /^CN=(.*)$/m.exec(certificate.subject ?? '')?.[1];
  const names = others.length > 0 || named === undefined ? others : [named];
  // The key of an authority signs for any name. OpenSSL makes one of a server say so, too, if nobody says otherwise.
  if (certificate.ca && !names.every((name) => name.startsWith('*.'))) return false;
  // No authority signs for `localhost`, beside other names either: somebody made it to have one at all.
  const isOwn = certificate.subject === certificate.issuer;
  if (isOwn && (names.includes('localhost') || (names.length === 0 && UNANSWERED.test(certificate.subject))))
    return true;
  return names.length > 0 && names.every((name) => FOR_NOBODY.test(name));
}
