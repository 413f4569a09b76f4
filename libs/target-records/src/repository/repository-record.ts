/** `commits.json`, engine `commits`: what of a repository's history and tree is judged. Plain JSON, bounded. */
export interface RepositoryRecord {
  /** When it was looked at, ISO 8601: what a date in the future is told by. */
  readonly at: string;
  /** Newest first. */
  readonly commits: readonly CommitRecord[];
  /** Whether there are older ones, which were not looked at. */
  readonly cut: boolean;
  readonly tree: TreeRecord;
}

export interface CommitRecord {
  readonly id: string;
  readonly parents: number;
  /** Its parents were not fetched: all of its files count as added by it. */
  readonly boundary: boolean;
  readonly authorName: string;
  /** Where it is nobody's, as `root@localhost`; other addresses are not kept. */
  readonly placeholderEmail?: string;
  /** ISO 8601; null where it is no date of the years 1970 to 9999. */
  readonly authored: string | null;
  readonly committed: string | null;
  readonly signed: boolean;
  /** Cut at 4,000 characters. */
  readonly message: string;
  /** It has the files of its only parent. */
  readonly empty: boolean;
}

/** What should not be in a repository, by kind: the first ones, and how many there are. */
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
  /** Files at the top that tell a reader and git what they need. */
  readonly has: { readonly readme: boolean; readonly licence: boolean; readonly gitignore: boolean };
  readonly unwanted: { readonly [Kind in UnwantedKind]?: Listed<string> };
  /** Larger than 5 MB; `commit` where only the history has it. */
  readonly large: Listed<{ readonly path: string; readonly bytes: number; readonly commit?: string }>;
  /** Paths that are one on a file system that does not tell upper case from lower. */
  readonly colliding: Listed<readonly [path: string, other: string]>;
  /** Files with the marks of a merge that was not finished. */
  readonly conflicted: Listed<string>;
  /** Pointers of Git LFS, where no .gitattributes tells git so. */
  readonly strayPointers: Listed<string>;
}
