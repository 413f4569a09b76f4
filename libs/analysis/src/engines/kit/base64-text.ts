const BASE64 = /^[A-Za-z\d+/]{8,}={0,2}$/;
const PRINTABLE = /^[\x20-\x7e]{6,}\n?$/;

/** The text that base64 hides from nobody, as in a Secret of a cluster. Undefined if the value is no such text. */
export function textInBase64(value: string): string | undefined {
  if (value.length % 4 !== 0 || !BASE64.test(value)) return undefined;
  const text = Buffer.from(value, 'base64').toString('latin1');
  return PRINTABLE.test(text) ? text.trim() : undefined;
}
