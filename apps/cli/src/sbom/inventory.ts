import type { ListedPackage } from '@assay/analysis';
import type { ListedPart } from '@assay/scanning';
import { type Identity, identityOf, isOfSystem } from './package-url';

/** One package at one version, with all the lists that name it. */
export interface Component extends Identity {
  readonly places: readonly Place[];
  readonly licences: readonly string[];
  /** Whether nothing that is delivered needs it. */
  readonly forDevelopment: boolean;
  /** The package URLs of what it needs. */
  readonly needs: readonly string[];
}

/** Where a component is named, and why it is there. */
export interface Place {
  readonly list: string;
  readonly line?: number;
  readonly role?: string;
  readonly isDirect: boolean;
  readonly forDevelopment: boolean;
  readonly path?: readonly string[];
}

export interface Inventory {
  /** In the order of their package URLs. */
  readonly components: readonly Component[];
  /** The lists that were read, in order. */
  readonly lists: readonly string[];
  /** Whether one of them says what a system has installed. */
  readonly isSystem: boolean;
  /** The versions that lists leave open, and packages that have no name in their ecosystem. */
  readonly leftOut: readonly { readonly list: string; readonly reason: string }[];
}

interface Collected {
  readonly role: string | undefined;
  readonly ecosystem: ListedPart['ecosystem'];
  readonly packages: Map<string, ListedPackage>;
  leftOut: string | undefined;
}

/** Puts the parts of lists together, in whichever order they come, and however often. */
export class InventoryBuilder {
  private readonly lists = new Map<string, Collected>();

  add({ place, role, ecosystem, packages, leftOut }: ListedPart): void {
    const known = this.lists.get(place) ?? { role, ecosystem, packages: new Map(), leftOut };
    this.lists.set(place, known);
    for (const each of packages) known.packages.set(each.key, each);
  }

  build(): Inventory {
    const components = new Map<string, Building>();
    const leftOut: Inventory['leftOut'][number][] = [];
    const lists = [...this.lists].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [list, collected] of lists) {
      if (collected.leftOut !== undefined) leftOut.push({ list, reason: collected.leftOut });
      const nameless = addList(list, collected, components);
      if (nameless > 0) leftOut.push({ list, reason: `${nameless} of its names are none of its ecosystem` });
    }
    return {
      components: [...components.values()].sort((a, b) => (a.identity.purl < b.identity.purl ? -1 : 1)).map(component),
      lists: lists.map(([list]) => list),
      isSystem: lists.some(([, { ecosystem }]) => isOfSystem(ecosystem)),
      leftOut,
    };
  }
}

interface Building {
  readonly identity: Identity;
  readonly places: Place[];
  readonly licences: Set<string>;
  readonly needs: Set<string>;
}

/** @returns the packages without an identity */
function addList(list: string, { role, ecosystem, packages }: Collected, components: Map<string, Building>): number {
  const identities = new Map<string, Identity>();
  for (const [key, each] of packages) {
    const identity = identityOf(ecosystem, each);
    if (identity) identities.set(key, identity);
  }
  for (const [key, { line, licence, needs, isDirect, forDevelopment, path }] of packages) {
    const identity = identities.get(key);
    if (!identity) continue;
    const known: Building = components.get(identity.purl) ?? {
      identity,
      places: [],
      licences: new Set(),
      needs: new Set(),
    };
    components.set(identity.purl, known);
    if (licence !== undefined && licence !== '') known.licences.add(licence);
    for (const need of needs) {
      const purl = identities.get(need)?.purl;
      if (purl !== undefined && purl !== identity.purl) known.needs.add(purl);
    }
    known.places.push({
      list,
      ...(line !== undefined && { line }),
      ...(role !== undefined && role !== 'lockfile' && { role }),
      isDirect,
      forDevelopment,
      ...(path && { path }),
    });
  }
  return packages.size - identities.size;
}

const component = ({ identity, places, licences, needs }: Building): Component => ({
  ...identity,
  places: places.toSorted(byPlace),
  licences: [...licences].sort(),
  forDevelopment: places.every((place) => place.forDevelopment),
  needs: [...needs].sort(),
});

const byPlace = (a: Place, b: Place): number =>
  a.list === b.list ? (a.line ?? 0) - (b.line ?? 0) : a.list < b.list ? -1 : 1;

/** The package URLs of what the project itself asks for; of a system, what nothing else needs. */
export function rootsIn({ components }: Inventory): string[] {
  const needed = new Set(components.flatMap(({ needs }) => needs));
  return components
    .filter(({ purl, places }) => places.some(({ isDirect }) => isDirect) || !needed.has(purl))
    .map(({ purl }) => purl);
}
