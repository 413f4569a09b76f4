/**
 * Writes JSON in one canonical form, so that a hash can be computed over it. Keys are sorted by code unit, there is no
 * white space, and `undefined` is left out. This is RFC 8785 for the values that Assay writes: strings, safe integers,
 * booleans, null, arrays and objects.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
