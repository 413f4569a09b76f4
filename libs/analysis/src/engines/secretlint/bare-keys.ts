/**
 * How private keys of RSA (PKCS #8 and PKCS #1) and of the curves P-256 and P-384 begin in base64. Properties, JSON
 * and the settings of payment services and of SAML have them without the marks of PEM.
 */
const BEGINNING =
  String.raw`(?:I[A-Za-z\d+/]{3}IBA(?:DANBgkqhkiG9w0BAQEFAASC|AK[BC])|` +
  String.raw`GHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg|G2AgEAMBAGByqGSM49AgEGBSuBBAAi)`;
/** A key of 16,384 bits has 12,400 characters. */
const BARE = new RegExp(String.raw`(?<![A-Za-z\d+/])MI${BEGINNING}[A-Za-z\d+/]{80,12500}={0,2}`, 'g');

export interface BareKey {
  readonly start: number;
  readonly end: number;
}

/** Private keys that stand in one run of base64 by themselves. The length that a key says has to be its own. */
export function* bareKeysIn(text: string): Generator<BareKey> {
  for (const { index, 0: written } of text.matchAll(BARE))
    if (isWhole(Buffer.from(written, 'base64'))) yield { start: index, end: index + written.length };
}

/** Whether the sequence of DER that the bytes begin with ends where they do: `30 82 04 bd …`, `30 81 87 …`. */
function isWhole(bytes: Buffer): boolean {
  const size = bytes[1]! - 0x80;
  return bytes[0] === 0x30 && (size === 1 || size === 2) && bytes.readUIntBE(2, size) + 2 + size === bytes.length;
}
