import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from '../archive/archive-limits';

/** What an image may be. `bytes` and `entries` are of all its layers, unpacked. */
export interface ImageLimits extends ArchiveLimits {
  readonly layers: number;
  /** Bytes of one layer as it is stored. */
  readonly layerBytes: number;
  /** Bytes of all layers as they are stored. */
  readonly packedBytes: number;
  /**
   * Bytes of the paths and links of all entries: they are held in memory, and half a million of the longest would be
   * gigabytes.
   */
  readonly nameBytesTotal: number;
  /** Bytes of a file that is kept to be looked into; of larger ones only the facts are. */
  readonly fileBytes: number;
}

const MEGABYTE = 1024 * 1024;

export const DEFAULT_IMAGE_LIMITS: ImageLimits = {
  ...DEFAULT_ARCHIVE_LIMITS,
  bytes: 8_000 * MEGABYTE,
  entries: 500_000,
  pathBytes: 3_000, // Linux takes 4,096 with the folder, and a name that is made safe grows
  layers: 127, // what Docker builds at most
  layerBytes: 2_000 * MEGABYTE,
  packedBytes: 4_000 * MEGABYTE,
  nameBytesTotal: 128 * MEGABYTE, // half a million of 260; those of a real image have about 60
  fileBytes: 20 * MEGABYTE,
};

/** Bytes of a manifest or a configuration: what registries take at most. */
export const MAX_DOCUMENT_BYTES = 4 * MEGABYTE;
