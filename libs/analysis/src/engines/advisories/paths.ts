import type { LockedDependency, Lockfile } from './lockfiles/lockfile';

/** The way by which a package came into a lockfile. */
export interface Origin {
  /**
   * The names from a direct dependency of the project down to the package itself; undefined if the lockfile does not
   * say.
   */
  readonly path: readonly string[] | undefined;
  /** Whether only development needs it. */
  readonly development: boolean;
}

interface Reached {
  readonly at: LockedDependency;
  readonly from: Reached | undefined;
  readonly development: boolean;
}

/**
 * Finds the shortest path to each package, first from runtime dependencies, then from development dependencies. If the
 * lockfile does not name the direct dependencies, the packages without dependants stand in for them, first those needed
 * at run time, then the rest. A path is built on request, because the paths of a chain of 100,000 packages would fill
 * the memory.
 *
 * If a lockfile marks development packages, the others count as runtime packages, whatever depends on them.
 */
export function originsOf({ dependencies, knowsPaths }: Lockfile): (key: string) => Origin {
  const byKey = new Map(dependencies.map((each) => [each.key, each]));
  const reached = new Map<string, Reached>();
  if (knowsPaths)
    for (const { roots, development } of rootsOf(dependencies))
      walk(
        roots.map((at) => ({ at, from: undefined, development })),
        byKey,
        reached,
      );
  const saysDevelopment = dependencies.some(({ development }) => development);
  return (key) => {
    const [end, own] = [reached.get(key), byKey.get(key)];
    const isOwn = own?.development === true && own.root !== 'use';
    return {
      path: end && pathTo(end),
      development: saysDevelopment || end === undefined ? isOwn : end.development,
    };
  };
}

function pathTo(end: Reached): string[] {
  const path: string[] = [];
  for (let step: Reached | undefined = end; step; step = step.from) path.push(step.at.name);
  return path.reverse();
}

interface Roots {
  readonly roots: readonly LockedDependency[];
  readonly development: boolean;
}

function rootsOf(dependencies: readonly LockedDependency[]): readonly Roots[] {
  const kinds = [false, true].map((development) => ({
    development,
    members: dependencies.filter((each) => isForDevelopment(each) === development),
  }));
  if (dependencies.some(({ root }) => root !== undefined))
    return kinds.map(({ development, members }) => ({
      development,
      roots: members.filter(({ root }) => root !== undefined),
    }));
  const needed = new Set<string>();
  return kinds.map(({ development, members }) => {
    for (const { needs } of members) for (const key of needs) needed.add(key);
    return { development, roots: members.filter(({ key }) => !needed.has(key)) };
  });
}

const isForDevelopment = ({ root, development }: LockedDependency): boolean =>
  root === undefined ? development === true : root === 'development';

function walk(
  roots: readonly Reached[],
  byKey: ReadonlyMap<string, LockedDependency>,
  reached: Map<string, Reached>,
): void {
  const queue: Reached[] = [];
  const reach = (one: Reached) => {
    if (reached.has(one.at.key)) return;
    reached.set(one.at.key, one);
    queue.push(one);
  };
  for (const root of roots) reach(root);
  // The loop appends to the list that it walks.
  for (const from of queue)
    for (const key of from.at.needs) {
      const at = byKey.get(key);
      if (at) reach({ at, from, development: from.development });
    }
}
