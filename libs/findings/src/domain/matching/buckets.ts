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
