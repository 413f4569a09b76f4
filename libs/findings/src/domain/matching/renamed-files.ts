import type { Buckets } from './buckets';

interface Placed {
  readonly file: string | null;
}

/** Files in which the same code stands that often say nothing of where a file has moved to. */
const MOST_FILES = 20;

/** Lines of code that stand in two files, for each pair of files. */
function sharedLines(
  before: Buckets<Placed>,
  after: Buckets<Placed>,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const shared = new Map<string, Map<string, number>>();
  for (const [key, own] of before) {
    const files = new Set((after.get(key) ?? []).flatMap(({ file }) => file ?? []));
    if (files.size > MOST_FILES) continue;
    for (const { file } of own) {
      const votes = shared.get(file ?? '') ?? new Map<string, number>();
      shared.set(file ?? '', votes);
      for (const other of files) votes.set(other, (votes.get(other) ?? 0) + 1);
    }
  }
  return shared;
}

/**
 * The new file of each moved file: the one that shares the most lines and, between equals, the one whose path ends
 * alike. Each new file belongs to at most one old file.
 */
export function renamedFiles(before: Buckets<Placed>, after: Buckets<Placed>): ReadonlyMap<string, string> {
  const pairs = [...sharedLines(before, after)].flatMap(([file, votes]) =>
    [...votes].map(([other, shared]) => ({ file, other, shared, alike: alikeEnd(file, other) })),
  );
  pairs.sort(
    (a, b) => b.shared - a.shared || b.alike - a.alike || (`${a.file}\0${a.other}` < `${b.file}\0${b.other}` ? -1 : 1),
  );
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const { file, other } of pairs) {
    if (renamed.has(file) || taken.has(other)) continue;
    renamed.set(file, other);
    taken.add(other);
  }
  return renamed;
}

function alikeEnd(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

/** The preferred file for a finding of a moved file: the one that may hold more of its neighbours. Less is better. */
export function movedTogether(before: Buckets<Placed>, after: Buckets<Placed>): (one: Placed, other: Placed) => number {
  const shared = sharedLines(before, after);
  return (one, other) => -(shared.get(one.file ?? '')?.get(other.file ?? '') ?? 0);
}
