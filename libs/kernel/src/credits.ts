/**
 * An exact amount of credits, in millionths. It is a plain integer and not a bigint, so that an event, a document and
 * an auditor's program in any language hold the same number. ±9 thousand million credits fit. Arithmetic that would
 * leave that range throws instead of rounding.
 */
export type Microcredits = number & { readonly __unit: 'microcredits' };

const MICROCREDITS_PER_CREDIT = 1_000_000;

/** @throws RangeError when the amount is not a safe integer */
export function microcredits(amount: number): Microcredits {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an exact amount of micro-credits: ${amount}`);
  return (amount === 0 ? 0 : amount) as Microcredits;
}

export const noCredits = microcredits(0);
export const plus = (a: Microcredits, b: Microcredits): Microcredits => microcredits(a + b);
export const minus = (a: Microcredits, b: Microcredits): Microcredits => microcredits(a - b);
export const sumOf = (amounts: Iterable<Microcredits>): Microcredits => {
  let sum = noCredits;
  for (const amount of amounts) sum = plus(sum, amount);
  return sum;
};

/** Converts whole or decimal credits, as configuration writes prices, to micro-credits: `0.15` becomes 150000. */
export function fromCredits(credits: number | string): Microcredits {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(String(credits));
  if (!match) throw new RangeError(`credits have at most 6 decimal places: ${credits}`);
  const [, sign, whole, fraction = ''] = match;
  const amount = Number(whole) * MICROCREDITS_PER_CREDIT + Number(fraction.padEnd(6, '0'));
  return microcredits(sign ? -amount : amount);
}

/** Converts to the number in a JSON answer: credits with at most 6 decimal places. */
export const toCredits = (amount: Microcredits): number => amount / MICROCREDITS_PER_CREDIT;

/** Converts to the text in a table: `12`, `0.25`, `-3.5`. */
export function formatCredits(amount: Microcredits): string {
  const whole = Math.trunc(Math.abs(amount) / MICROCREDITS_PER_CREDIT);
  const fraction = String(Math.abs(amount) % MICROCREDITS_PER_CREDIT)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${amount < 0 ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/**
 * Splits an amount into equal shares that add up to it exactly (largest remainder method). The first names get the
 * millionths that cannot be divided, so pass the names sorted.
 */
export function splitEvenly(amount: Microcredits, names: readonly string[]): ReadonlyMap<string, Microcredits> {
  if (names.length === 0) return new Map();
  const share = Math.floor(amount / names.length);
  const remainder = amount - share * names.length;
  return new Map(names.map((name, index) => [name, microcredits(share + (index < remainder ? 1 : 0))]));
}
