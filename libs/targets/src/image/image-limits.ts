import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from '@assay/archives';

/** The limits of an image. `bytes` and `entries` count all its unpacked layers together. */
export interface ImageLimits extends ArchiveLimits {
  readonly layers: number;
  /** Stored (compressed) bytes of one layer. */
  readonly layerBytes: number;
  /** Stored (compressed) bytes of all layers together. */
  readonly packedBytes: number;
  /**
   * Bytes of the paths and links of all entries. They are held in memory, and half a million of the longest would take
   * gigabytes.
   */
  readonly nameBytesTotal: number;
  /** The size up to which a file's content is kept for analysis. Only the facts of a larger file are kept. */
  readonly fileBytes: number;
}

const MEGABYTE = 1024 * 1024;

export const DEFAULT_IMAGE_LIMITS: ImageLimits = {
  ...DEFAULT_ARCHIVE_LIMITS,
  bytes: 8_000 * MEGABYTE,
  entries: 500_000,
  pathBytes: 3_000, // Linux allows 4,096 with the folder, and escaping makes a name longer
  layers: 127, // Docker's own maximum
  layerBytes: 2_000 * MEGABYTE,
  packedBytes: 4_000 * MEGABYTE,
  nameBytesTotal: 128 * MEGABYTE, // half a million names of 260 bytes; a real image's names have about 60
  fileBytes: 20 * MEGABYTE,
};

/** Bytes of a manifest or a configuration. Registries accept no more. */
export const MAX_DOCUMENT_BYTES = 4 * MEGABYTE;
