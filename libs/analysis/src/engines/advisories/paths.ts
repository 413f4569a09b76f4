import type { LockedDependency, Lockfile } from './lockfiles/lockfile';

/** Where a package of a lockfile comes from. */
export interface Origin {
  /** The names from what the project asks for down to the package itself; undefined if the lockfile does not say. */
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
 * Finds the shortest path to each package, first from what is needed to run, then from what only development needs.
 * Where the lockfile does not name what the project asks for, that is what nothing else needs, of what is needed to run
 * and then of the rest. A path is put together when it is asked for: those of a chain of 100,000 packages would fill
 * the memory.
 *
 * Where a lockfile says which packages are for development, the others are not, whatever brings them in.
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
  // The list grows while it is walked.
  for (const from of queue)
    for (const key of from.at.needs) {
      const at = byKey.get(key);
      if (at) reach({ at, from, development: from.development });
    }
}
