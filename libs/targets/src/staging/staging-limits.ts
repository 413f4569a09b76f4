/** The limits of a target. A file that exceeds its limit is left out. A target that exceeds a total is refused. */
export interface StagingLimits {
  /**
   * Bytes of one text file. Larger files are usually generated: engines need minutes for them, and nobody reads the
   * findings.
   */
  readonly fileBytes: number;
  /** Bytes of one lock file. Those of big repositories reach 10 MB and must be read whole. */
  readonly lockBytes: number;
  /** Bytes of one image. The limit is high, because heavy images are worth a finding. */
  readonly imageBytes: number;
  /** Bytes of everything that is staged: the tier's repository size. */
  readonly totalBytes: number;
  /** Entries of any kind, including skipped ones. This limits the memory that staging takes. */
  readonly files: number;
  /** The depth of folders within folders. */
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
