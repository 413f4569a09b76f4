/** Bits per character (Shannon) of a text by its own characters. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const each of text) counts.set(each, (counts.get(each) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Texts that people write in place of the characters of a credential. */
const STAND_IN = /example|xxxx|\*\*\*|\.\.\.|0000000|1111111|aaaaaaa|fffffff|placeholder|your|redacted|dummy|changeme/i;
const SEQUENCE = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SEQUENCES = Array.from({ length: SEQUENCE.length - 7 }, (_, from) => SEQUENCE.slice(from, from + 8));
const DIGITS = ['12345678', '23456789', '34567890', '45678901', '87654321', '98765432'];

/** Whether somebody typed it to stand for a credential: `AKIAIOSFODNN7EXAMPLE`, `ghp_xxxxxxxx…`, `…abcdefgh…`. */
export function isStandIn(value: string): boolean {
  if (STAND_IN.test(value)) return true;
  const lower = value.toLowerCase();
  return SEQUENCES.some((each) => lower.includes(each)) || DIGITS.some((each) => lower.includes(each));
}
