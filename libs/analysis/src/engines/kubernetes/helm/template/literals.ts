const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The text of a literal of Go in double quotes or backquotes, or of one character in single quotes. */
export function unquoted(literal: string): string {
  const inner = literal.slice(1, -1);
  if (literal.startsWith('`')) return inner.replaceAll('\r', '');
  return inner.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))/gs,
    (_, hex?: string, short?: string, long?: string, octal?: string, one = '') => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return characterOf(Number.parseInt(code, 16));
      return octal === undefined ? (ESCAPES[one] ?? one) : characterOf(Number.parseInt(octal, 8));
    },
  );
}

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\u{fffd}');

/** A whole number as bigint, as Go's int; any other as number, as Go's float64. Undefined if it is not a number. */
export function numberOf(literal: string): bigint | number | undefined {
  const text = literal.replaceAll('_', '');
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  const whole = /^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits;
  if (/^(?:\d+|0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(whole) && whole.length < 40) {
    const value = BigInt(whole);
    return sign === '-' ? -value : value;
  }
  const float = Number(text);
  return text === '' || Number.isNaN(float) ? undefined : float;
}
