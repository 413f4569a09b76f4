import type { ContentBasis, FileRole } from '@assay/source-text';

/**
 * The source of a file's role. `path` is a convention, and `git` means that the working tree neither tracks the file
 * nor wants to. The others are the target's own statements, and leave nothing out.
 */
export type RoleBasis = 'path' | 'git' | 'attributes' | 'ignore file' | ContentBasis;

/**
 * The part of a target that a tool reads:
 *
 * - `source`: its files as they are now.
 * - `history`: files as they were before, which a repository's commits or an image's layers still contain.
 * - `records`: observations as JSON that Assay writes, such as the answers of a site or an image's configuration.
 */
export type TargetPart = 'source' | 'history' | 'records';

/** A file of the staged copy. */
export interface StagedFile {
  /** The path below the staging root, with `/` and only safe characters. */
  readonly staged: string;
  /** The path in findings: the path in the target, with unprintable characters escaped. Usually equal to `staged`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly lines: number;
  readonly language: string;
  /** Undefined for the target's own code. */
  readonly role?: Exclude<FileRole, 'own'>;
  readonly basis?: RoleBasis;
  /** The scan leaves it out: only tools that look for secrets and licences read it, and its lines cost nothing. */
  readonly leftOut?: true;
  /** Which suppressions of the target cover findings in it, by their index. Missing if none does. */
  readonly suppressedBy?: readonly number[];
}
