import type { Ecosystem } from '@assay/advisories';

/** One package at one version, as a lockfile has it. */
export interface LockedDependency {
  /** Tells it from the others of the lockfile. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  /** Counted from 1. */
  readonly line: number;
  /** Keys of what it needs. Those that the lockfile does not have are ignored. */
  readonly needs: readonly string[];
  /** Whether the project itself asks for it, and what for; undefined if others do, or nobody knows. */
  readonly root?: 'use' | 'development';
  /** Whether the lockfile says that only development needs it. Default: what needs it decides. */
  readonly development?: true;
  /** Its licence as the lockfile writes it, where it does. */
  readonly licence?: string;
}

/** What a reader has read. */
export interface Lockfile {
  readonly ecosystem: Ecosystem;
  readonly dependencies: readonly LockedDependency[];
  /** Whether it tells what needs what. Otherwise nothing is said about where a package comes from. */
  readonly knowsPaths: boolean;
  /** What of the file says nothing about versions, for the list of what was not analysed. */
  readonly leftOut?: string;
}

export interface LockfileReader {
  /** Whether the file is one of its kind, by its name without folders, and its path. */
  readonly reads: (name: string, path: string) => boolean;
  /** The name of a file in the same folder that it reads, too, where there is one. */
  readonly beside?: string;
  /** @param beside the text of that file @throws Unreadable */
  readonly read: (text: string, beside?: string) => Lockfile;
}
