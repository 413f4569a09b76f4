/** What a target may be. Exceeding a limit of one file leaves it out; exceeding one of the whole refuses the target. */
export interface StagingLimits {
  /**
   * Bytes of one text file. Larger ones are generated: the engines need minutes for them and nobody reads the findings.
   */
  readonly fileBytes: number;
  /** Bytes of one lock file: those of big repositories reach 10 MB and must be read whole. */
  readonly lockBytes: number;
  /** Bytes of one image: the heavy ones are those worth a finding. */
  readonly imageBytes: number;
  /** Bytes of everything staged: the tier's repository size. */
  readonly totalBytes: number;
  /** Entries of any kind, skipped ones too: what bounds the memory that staging takes. */
  readonly files: number;
  /** Folders within folders. */
  readonly depth: number;
}

const MEGABYTE = 1024 * 1024;

export const DEFAULT_STAGING_LIMITS: StagingLimits = {
  fileBytes: 2 * MEGABYTE,
  lockBytes: 20 * MEGABYTE,
  imageBytes: 20 * MEGABYTE,
  totalBytes: 2_000 * MEGABYTE,
  files: 500_000,
  depth: 64,
};
