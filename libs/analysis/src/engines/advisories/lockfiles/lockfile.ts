import type { Ecosystem } from '@assay/advisories';

/** One package at one version in a lockfile. */
export interface LockedDependency {
  /** Identifies the package within the lockfile. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  /** Counted from 1. */
  readonly line: number;
  /** Keys of its dependencies. Those that the lockfile does not have are ignored. */
  readonly needs: readonly string[];
  /**
   * Whether the project depends on it directly, and for which purpose; undefined if it does not, or if that is unknown.
   */
  readonly root?: 'use' | 'development';
  /** Whether the lockfile marks it as a development dependency. Default: its dependants decide. */
  readonly development?: true;
  /** Its licence as the lockfile writes it, if it does. */
  readonly licence?: string;
}

/** The content of a lockfile. */
export interface Lockfile {
  readonly ecosystem: Ecosystem;
  readonly dependencies: readonly LockedDependency[];
  /**
   * Whether the lockfile records dependencies between packages. If not, findings do not say where a package comes from.
   */
  readonly knowsPaths: boolean;
  /** The parts of the file without versions, for the list of what was not analysed. */
  readonly leftOut?: string;
}

export interface LockfileReader {
  /** Whether the file is one of its kind, by its name without folders, and its path. */
  readonly reads: (name: string, path: string) => boolean;
  /** The name of a file in the same folder that is also read, if it exists. */
  readonly beside?: string;
  /** The path of the file that completes one, if it is in the target. @throws Unreadable */
  readonly above?: (text: string, path: string) => string | undefined;
  /**
   * @param beside the text of the file beside it
   * @param above the texts of the files that complete it, the nearest first
   * @throws Unreadable
   */
  readonly read: (text: string, beside?: string, above?: readonly string[]) => Lockfile;
}
