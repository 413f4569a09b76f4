/** How many names are offered for a mistyped one. */
const OFFERED = 3;
/** The maximum length of a name to compare. A longer text is no mistyped name, and would take long to compare. */
const LONGEST = 64;

/** The names that are close to a mistyped one, the closest first; empty if none is close. */
export function closestTo(mistyped: string, names: readonly string[]): string[] {
  const meant = mistyped.toLowerCase();
  if (meant === '' || meant.length > LONGEST) return [];
  const near = Math.max(2, Math.floor(meant.length / 4));
  return names
    .map((name) => ({ name, distance: name.includes(meant) || meant.includes(name) ? 0 : editDistance(meant, name) }))
    .filter(({ distance }) => distance <= near)
    .sort((a, b) => a.distance - b.distance || Math.abs(a.name.length - meant.length) - Math.abs(b.name.length - meant.length) || (a.name < b.name ? -1 : 1))
    .slice(0, OFFERED)
    .map(({ name }) => name);
}

/** ` Did you mean a, b or c?`, or nothing. */
export function didYouMean(mistyped: string, names: readonly string[]): string {
  const [last, ...others] = closestTo(mistyped, names).reverse();
  if (last === undefined) return '';
  return ` Did you mean ${others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`}?`;
}

/** The Levenshtein distance: how many characters must be inserted, deleted or replaced. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (character === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
