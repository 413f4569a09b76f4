/** The size of an AES-256 key. */
export const KEY_BYTES = 32;

const HEX = /^[0-9a-f]{64}$/i;
/** The last of the 43 characters has two unused bits, which must be zero. */
const BASE64 = /^[A-Za-z0-9+/_-]{42}[AEIMQUYcgkosw048]=?$/;

/** Reads keys that a person wrote: 32 bytes each, in hex, base64 or base64url. Undefined if one of them is invalid. */
export function parseKeys(texts: readonly string[]): readonly [Buffer, ...Buffer[]] | undefined {
  const keys = texts
    .map((text) => text.trim())
    .map((text) =>
      HEX.test(text) ? Buffer.from(text, 'hex') : BASE64.test(text) ? Buffer.from(text, 'base64') : undefined,
    );
  const [first, ...others] = keys.filter((key) => key !== undefined);
  return first && others.length === texts.length - 1 ? [first, ...others] : undefined;
}
