import type { Advisory } from './advisory';

/** Advisories about one hole: names that one gives the others, directly or over a third. */
export interface AdvisoryGroup {
  /** The number of the CVE where there is one, else the name that comes first. It identifies the hole. */
  readonly id: string;
  /** All names, that of `id` among them, in order. */
  readonly names: readonly string[];
  /** At least one. */
  readonly advisories: readonly Advisory[];
}

/** Puts advisories that name each other together. The order of the groups is that of their ids. */
export function groupByAlias(advisories: readonly Advisory[]): AdvisoryGroup[] {
  const groups: { names: Set<string>; advisories: Advisory[] }[] = [];
  for (const advisory of advisories) {
    const names = new Set([advisory.id, ...advisory.aliases]);
    const met = groups.filter((group) => [...names].some((name) => group.names.has(name)));
    const joined = {
      names: new Set([...met.flatMap((group) => [...group.names]), ...names]),
      advisories: [...met.flatMap((group) => group.advisories), advisory],
    };
    groups.splice(0, groups.length, ...groups.filter((group) => !met.includes(group)), joined);
  }
  return groups
    .map(({ names, advisories: members }) => {
      const sorted = [...names].sort();
      return { id: sorted.find((name) => name.startsWith('CVE-')) ?? sorted[0]!, names: sorted, advisories: members };
    })
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
