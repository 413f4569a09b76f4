/**
 * What of a target a tool reads: its files as they are now (`source`), files as they were before (`history`: what a
 * repository's commits or an image's layers still hold), or what was observed of it (`records`: the answers of a site, an
 * image's configuration), as JSON of our own making.
 */
export type TargetPart = 'source' | 'history' | 'records';

/** A file of the staged copy. */
export interface StagedFile {
  /** Where it lies below the staging root, with `/`; safe characters only. */
  readonly staged: string;
  /** The name that findings show: the path in the target, with anything unprintable escaped. Usually the same. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly lines: number;
  readonly language: string;
}
