import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDestination, unpackArchive } from '../archive/unpack-archive';
import { removeStaged } from '../staging/staged-tree';
import type { UnpackedImage } from '@assay/target-records';
import { DEFAULT_IMAGE_LIMITS, type ImageLimits } from './image-limits';
import { parsePlatform } from './manifest';
import { readSavedImage } from './saved-image';
import { type ImageProgress, unpackImage } from './unpack-image';

export interface LoadImageArchiveOptions {
  /**
   * What `docker save`, `podman save` or `skopeo copy` wrote: a tar or tar.gz with Docker's manifest or an OCI layout.
   */
  readonly file: string;
  /** A folder that is made here and must not be there yet. Removed when loading fails. */
  readonly destination: string;
  /** The image's name as the archive has it, where it holds several. */
  readonly name?: string;
  /** `linux/amd64` unless given. */
  readonly platform?: string;
  readonly limits?: Partial<ImageLimits>;
  /** Without them the image has its configuration, its history and no entries. Default: with. */
  readonly withLayers?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImageProgress) => void;
}

/** Room for the headers of the archive, beside its layers. */
const HEADERS = 16 * 1024 * 1024;
/** Each layer has up to three files and a folder. */
const ENTRIES_A_LAYER = 4;
const OTHER_ENTRIES = 1_000;

/**
 * Loads an image from an archive of it.
 * @throws ImageRefused, ArchiveRefused for the archive or a layer, TargetUnreadable, InfrastructureError, the signal's
 *   reason. Nothing is left then.
 */
export async function loadImageArchive({
  file,
  destination,
  name,
  platform,
  limits: given,
  withLayers = true,
  signal,
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
      ...(onProgress && { onProgress }),
    });
    await rm(archive, { recursive: true });
    return image;
  } catch (error) {
    await removeStaged(destination);
    throw error;
  }
}
