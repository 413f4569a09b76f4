/** `commits.json`, for the engine `commits`: a repository's history and tree. Plain JSON of bounded size. */
export interface RepositoryRecord {
  /** When the repository was read, in ISO 8601. A later date of a commit lies in the future. */
  readonly at: string;
  /** The newest first. */
  readonly commits: readonly CommitRecord[];
  /** Whether there are older commits that were not read. */
  readonly cut: boolean;
  readonly tree: TreeRecord;
}

export interface CommitRecord {
  readonly id: string;
  readonly parents: number;
  /** Whether its parents were not fetched. All its files then count as added by it. */
  readonly boundary: boolean;
  readonly authorName: string;
  /** The author's address if it is a placeholder such as `root@localhost`. Real addresses are not recorded. */
  readonly placeholderEmail?: string;
  /** ISO 8601; null if the date is not between the years 1970 and 9999. */
  readonly authored: string | null;
  readonly committed: string | null;
  readonly signed: boolean;
  /** Cut at 4,000 characters. */
  readonly message: string;
  /** Whether it has the same files as its only parent. */
  readonly empty: boolean;
}

/** The first entries of a kind, and how many there are. */
export interface Listed<Entry> {
  readonly first: readonly Entry[];
  readonly total: number;
}

export type UnwantedKind =
  | 'system'
  | 'dependencies'
  | 'compiled'
  | 'editor'
  | 'log'
  | 'database'
  | 'environment'
  | 'core-dump';

export interface TreeRecord {
  readonly files: number;
  /** Files that are expected in the top folder. */
  readonly has: { readonly readme: boolean; readonly licence: boolean; readonly gitignore: boolean };
  readonly unwanted: { readonly [Kind in UnwantedKind]?: Listed<string> };
  /** Files larger than 5 MB. `commit` is set if only the history has the file. */
  readonly large: Listed<{ readonly path: string; readonly bytes: number; readonly commit?: string }>;
  /** Paths that are the same on a file system that ignores letter case. */
  readonly colliding: Listed<readonly [path: string, other: string]>;
  /** Files with markers of an unfinished merge. */
  readonly conflicted: Listed<string>;
  /** Pointers of Git LFS that no .gitattributes declares. */
  readonly strayPointers: Listed<string>;
}
