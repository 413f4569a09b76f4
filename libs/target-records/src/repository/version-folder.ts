/** An earlier version of a file: which commit brought it. */
export interface VersionOrigin {
  /** Its first 12 digits. */
  readonly commit: string;
  /** Milliseconds since 1970; undefined where the commit's date is nonsense. */
  readonly authored: number | undefined;
}

/**
 * The folder with the files that a commit brought: sorted by name they are in the order of the history, oldest first.
 */
export const versionFolder = ({ order, commit, authored }: VersionOrigin & { readonly order: number }): string =>
  `${String(order).padStart(6, '0')}-${commit.slice(0, 12)}-${authored ?? 'undated'}`;

/** What the path below the history's folder says; undefined for one that is not of our making. */
export function versionAt(path: string): (VersionOrigin & { readonly file: string }) | undefined {
  const [, commit, authored, file] = /^\d{6}-([0-9a-f]{12})-(\d+|undated)\/(.+)$/s.exec(path) ?? [];
  if (commit === undefined || file === undefined) return undefined;
  return { commit, file, authored: authored === 'undated' ? undefined : Number(authored) };
}

/** What findings call it: `src/settings.js@0f3c9a1b2c3d`. */
export function versionName(path: string): string {
  const version = versionAt(path);
  return version ? `${version.file}@${version.commit}` : path;
}
