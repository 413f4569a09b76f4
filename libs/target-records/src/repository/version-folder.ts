/** The commit that added an earlier version of a file. */
interface VersionOrigin {
  /** The first 12 digits of its id. */
  readonly commit: string;
  /** Milliseconds since 1970; undefined if the commit's date is invalid. */
  readonly authored: number | undefined;
}

/**
 * The name of the folder with the files that a commit added. Sorted by name, the folders are in the order of the
 * history, the oldest first.
 */
export const versionFolder = ({ order, commit, authored }: VersionOrigin & { readonly order: number }): string =>
  `${String(order).padStart(6, '0')}-${commit.slice(0, 12)}-${authored ?? 'undated'}`;

/** Reads a path below the history's folder; undefined if the path was not made by `versionFolder`. */
export function versionAt(path: string): (VersionOrigin & { readonly file: string }) | undefined {
  const [, commit, authored, file] = /^\d{6}-([0-9a-f]{12})-(\d+|undated)\/(.+)$/s.exec(path) ?? [];
  if (commit === undefined || file === undefined) return undefined;
  return { commit, file, authored: authored === 'undated' ? undefined : Number(authored) };
}

/** The path in findings: `src/settings.js@0f3c9a1b2c3d`. */
export function versionName(path: string): string {
  const version = versionAt(path);
  return version ? `${version.file}@${version.commit}` : path;
}
