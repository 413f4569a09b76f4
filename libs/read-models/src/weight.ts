/** The weight of a number, `true`, `null` and what surrounds a value: about so many characters of JSON. */
const SCALAR = 8;

/**
 * Roughly how many characters a value takes as JSON, without making them. What is held at once is bounded by it: a
 * number of events or documents would say little, since one may be a thousand times as large as another.
 */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length + SCALAR;
  if (typeof value !== 'object' || value === null) return SCALAR;
  let weight = SCALAR;
  if (Array.isArray(value)) for (const item of value) weight += weightOf(item);
  else for (const key in value) weight += key.length + weightOf((value as Readonly<Record<string, unknown>>)[key]);
  return weight;
}
