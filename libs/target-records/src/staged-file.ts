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
}
