/** The numbers of a tag's version. A missing part counts as infinite, so that `v4` is the newest of version 4. */
export const numbersOf = (tag: string): readonly number[] | undefined => {
  const [, major, minor, patch] = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?$/.exec(tag) ?? [];
  return major === undefined ? undefined : [major, minor, patch].map((part) => (part === undefined ? Number.POSITIVE_INFINITY : Number(part)));
};

/** The numbers of the version from which on something holds: `4.2` is 4.2.0. */
export const numbersFrom = (version: string): readonly number[] => [0, 1, 2].map((part) => Number(version.split('.')[part] ?? 0));

export const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && one[at]! < other[at]!;
};
