import type { Advisory } from './advisory';

/** Advisories about one vulnerability: they name each other, directly or through a third one. */
export interface AdvisoryGroup {
  /** The number of the CVE if there is one, else the first name in order. It identifies the vulnerability. */
  readonly id: string;
  /** All names in order, including `id`. */
  readonly names: readonly string[];
  /** At least one. */
  readonly advisories: readonly Advisory[];
}

/** Groups advisories that name each other. The groups are ordered by their ids. */
export function groupByAlias(advisories: readonly Advisory[]): AdvisoryGroup[] {
  const joined = new JoinedNames();
  for (const { id, aliases } of advisories) joined.join(id, aliases);
  const groups = new Map<string, { names: Set<string>; advisories: Advisory[] }>();
  for (const advisory of advisories) {
    const first = joined.firstOf(advisory.id);
    const group = groups.get(first) ?? { names: new Set(), advisories: [] };
    groups.set(first, group);
    for (const name of [advisory.id, ...advisory.aliases]) group.names.add(name);
    group.advisories.push(advisory);
  }
  return [...groups.values()]
    .map(({ names, advisories: members }) => {
      const sorted = [...names].sort();
      return { id: sorted.find((name) => name.startsWith('CVE-')) ?? sorted[0]!, names: sorted, advisories: members };
    })
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/**
 * A union-find structure: each set of names is a tree whose root is its first name, so joining two sets visits only
 * roots.
 */
class JoinedNames {
  private readonly above = new Map<string, string>();

  join(name: string, others: readonly string[]): void {
    for (const other of others) {
      const [first, second] = [this.firstOf(name), this.firstOf(other)];
      if (first !== second) this.above.set(second, first);
    }
  }

  firstOf(name: string): string {
    let first = name;
    for (let next = this.above.get(first); next !== undefined; next = this.above.get(first)) first = next;
    // Compresses the path for the next lookup.
    for (let at = name; at !== first; ) {
      const next = this.above.get(at)!;
      this.above.set(at, first);
      at = next;
    }
    return first;
  }
}
