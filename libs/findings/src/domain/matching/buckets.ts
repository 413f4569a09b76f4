interface Placed {
  readonly file: string | null;
}

export type Buckets<Finding> = ReadonlyMap<string, readonly Finding[]>;

/** The findings by each of their keys. */
export function byKeys<Finding>(
  findings: readonly Finding[],
  keys: (finding: Finding) => readonly string[],
): Buckets<Finding> {
  const buckets = new Map<string, Finding[]>();
  for (const finding of findings)
    for (const key of new Set(keys(finding))) {
      const bucket = buckets.get(key);
      if (bucket) bucket.push(finding);
      else buckets.set(key, [finding]);
    }
  return buckets;
}

/** Files in which the same code stands that often say nothing of where a file has moved to. */
const MOST_FILES = 20;

/**
 * Which file a finding of a moved file is rather looked for in: the one in which more of its neighbours may be. Less is
 * better, and 0 within the same file.
 */
export function movedTogether<Before extends Placed, After extends Placed>(
  before: Buckets<Before>,
  after: Buckets<After>,
): (one: Before, other: After) => number {
  const votes = new Map<string, number>();
  const pairOf = (one: Placed, other: { readonly file: string | null }) => `${one.file}\0${other.file}`;
  for (const [key, own] of before) {
    const files = new Set((after.get(key) ?? []).map(({ file }) => file));
    if (files.size > MOST_FILES) continue;
    for (const one of own)
      for (const file of files)
        if (file !== one.file) votes.set(pairOf(one, { file }), (votes.get(pairOf(one, { file })) ?? 0) + 1);
  }
  return (one, other) => -(votes.get(pairOf(one, other)) ?? 0);
}
