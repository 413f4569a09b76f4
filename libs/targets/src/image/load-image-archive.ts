import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDestination, unpackArchive } from '../archive/unpack-archive';
import { removeStaged } from '../staging/staged-tree';
import type { WriteBudget } from '../staging/write-budget';
import type { UnpackedImage } from '@assay/target-records';
import { DEFAULT_IMAGE_LIMITS, type ImageLimits } from './image-limits';
import { parsePlatform } from './manifest';
import { readSavedImage } from './saved-image';
import { type ImageProgress, unpackImage } from './unpack-image';

export interface LoadImageArchiveOptions {
  /**
   * The output of `docker save`, `podman save` or `skopeo copy`: a tar or tar.gz with Docker's manifest or an OCI
   * layout.
   */
  readonly file: string;
  /** A folder that this creates and that must not exist. It is removed when loading fails. */
  readonly destination: string;
  /** The image's name in the archive, needed when the archive holds several images. */
  readonly name?: string;
  /** Default: `linux/amd64`. */
  readonly platform?: string;
  readonly limits?: Partial<ImageLimits>;
  /** Without layers, the image has its configuration and history but no entries. Default: true. */
  readonly withLayers?: boolean;
  readonly signal?: AbortSignal;
  /** The session's budget of writing. Default: as much as the limits allow. */
  readonly writes?: WriteBudget;
  readonly onProgress?: (progress: ImageProgress) => void;
}

/** Bytes allowed for the headers of the archive, in addition to the layers. */
const HEADERS = 16 * 1024 * 1024;
/** Each layer has up to three files and a folder. */
const ENTRIES_A_LAYER = 4;
const OTHER_ENTRIES = 1_000;

/**
 * Loads an image from a saved archive.
 * @throws ImageRefused, ArchiveRefused for the archive or a layer, TargetUnreadable, InfrastructureError, the signal's
 *   reason. No files remain in that case.
 */
export async function loadImageArchive({
  file,
  destination,
  name,
  platform,
  limits: given,
  withLayers = true,
  signal,
  writes,
  onProgress,
}: LoadImageArchiveOptions): Promise<UnpackedImage> {
  const limits = { ...DEFAULT_IMAGE_LIMITS, ...given };
  signal?.throwIfAborted();
  await makeDestination(destination);
  try {
    const archive = join(destination, 'archive');
    const entries = limits.layers * ENTRIES_A_LAYER + OTHER_ENTRIES;
    await unpackArchive({
      file,
      destination: archive,
      limits: { bytes: limits.packedBytes + HEADERS, entries, ratio: limits.ratio },
      ...(signal && { signal }),
      ...(writes && { writes }),
    });
    const source = await readSavedImage(archive, {
      platform: parsePlatform(platform ?? 'linux/amd64'),
      ...(name !== undefined && { name }),
    });
    const image = await unpackImage(source, {
      directory: destination,
      limits,
      withLayers,
      ...(signal && { signal }),
      ...(writes && { writes }),
      ...(onProgress && { onProgress }),
    });
    await rm(archive, { recursive: true });
    return image;
  } catch (error) {
    await removeStaged(destination);
    throw error;
  }
}
