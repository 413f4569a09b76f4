/** One row, by RFC 4180: CRLF, every field in quotes, texts that a spreadsheet would compute made harmless. */
export const csvLine = (fields: readonly (string | number)[]): string => `${fields.map(quoted).join(',')}\r\n`;

const quoted = (field: string | number): string =>
  `"${(typeof field === 'number' ? String(field) : neutral(field)).replaceAll('"', '""')}"`;

/**
 * A spreadsheet would compute a text that begins like a formula: after an apostrophe, all show it as text. The
 * full-width forms count as the others where Chinese or Japanese is set, and blanks before them are skipped.
 */
const FORMULA = /^[\s\0]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/;

const neutral = (text: string): string => {
  const plain = text.replace(/\p{Surrogate}|\0/gu, '\ufffd');
  return FORMULA.test(text) ? `'${plain}` : plain;
};
