import type { LockedDependency, Lockfile } from './lockfiles/lockfile';

/** Where a package of a lockfile comes from. */
export interface Origin {
  /** The names from what the project asks for down to the package itself; undefined where the lockfile does not say. */
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
 * Where the lockfile does not name what the project asks for, that is what nothing else needs. A path is put together
 * when it is asked for: those of a chain of 100,000 packages would fill the memory.
 */
export function originsOf({ dependencies, knowsPaths }: Lockfile): (key: string) => Origin {
  const byKey = new Map(dependencies.map((each) => [each.key, each]));
  const reached = new Map<string, Reached>();
  if (knowsPaths) {
    const roots = rootsOf(dependencies);
    for (const kind of ['use', 'development'] as const)
      walk(
        roots
          .filter((each) => kindOf(each) === kind)
          .map((at) => ({ at, from: undefined, development: kind !== 'use' })),
        byKey,
        reached,
      );
  }
  return (key) => {
    const end = reached.get(key);
    return end
      ? { path: pathTo(end), development: end.development }
      : { path: undefined, development: byKey.get(key)?.development ?? false };
  };
}

function pathTo(end: Reached): string[] {
  const path: string[] = [];
  for (let step: Reached | undefined = end; step; step = step.from) path.push(step.at.name);
  return path.reverse();
}

function rootsOf(dependencies: readonly LockedDependency[]): readonly LockedDependency[] {
  const named = dependencies.filter(({ root }) => root !== undefined);
  if (named.length > 0) return named;
  const needed = new Set(dependencies.flatMap(({ needs }) => needs));
  return dependencies.filter(({ key }) => !needed.has(key));
}

const kindOf = ({ root, development }: LockedDependency): 'use' | 'development' =>
  root ?? (development ? 'development' : 'use');

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
