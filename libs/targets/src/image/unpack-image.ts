import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBudget } from '@assay/archives';
import { stagingFailed } from '../staging/errors';
import type { WriteBudget } from '../staging/write-budget';
import { type LayerSource, applyLayer } from './apply-layer';
import type { UnpackedImage } from '@assay/target-records';
import { readImageConfig } from './image-config';
import type { ImageLimits } from './image-limits';
import { ImageRefused } from './image-refused';
import { ImageTree } from './image-tree';
import { placeContents } from './place-contents';

/** An image from a registry or an archive. */
export interface ImageSource {
  readonly digest: string;
  readonly names: readonly string[];
  /** Its verified configuration. */
  readonly config: Buffer;
  /** The lowest first. */
  readonly layers: readonly LayerSource[];
}

export interface ImageProgress {
  readonly layers: number;
  readonly of: number;
  readonly bytes: number;
}

interface UnpackImageOptions {
  /** An existing, empty folder that nothing else uses. */
  readonly directory: string;
  readonly limits: ImageLimits;
  /** Without layers, the image has its configuration and history but no entries. Default: true. */
  readonly withLayers?: boolean;
  readonly signal?: AbortSignal;
  /** The session's budget of writing. Default: as much as the limits allow. */
  readonly writes?: WriteBudget;
  readonly onProgress?: (progress: ImageProgress) => void;
}

/**
 * @throws ImageRefused, ArchiveRefused for a layer, InfrastructureError, the signal's reason. The caller then removes
 *   the folder.
 */
export async function unpackImage(
  source: ImageSource,
  { directory, limits, withLayers = true, signal, writes, onProgress }: UnpackImageOptions,
): Promise<UnpackedImage> {
  const { config, history, diffIds } = readImageConfig(source.config, source.digest);
  if (diffIds.length !== source.layers.length)
    throw new ImageRefused('INVALID_CONFIG', source.digest, {
      detail: `it names ${diffIds.length} layers of ${source.layers.length}`,
    });
  const packedBytes = requireSizes(source, limits);
  const budget = openBudget(limits, packedBytes, signal, writes);
  const tree = new ImageTree(budget.takeEntry);
  const contents = join(directory, 'contents');
  await mkdir(contents).catch((error: unknown) => {
    throw stagingFailed(error);
  });
  let [content, names] = [0, 0];
  const takeNames = (bytes: number) => {
    if ((names += bytes) > limits.nameBytesTotal)
      throw new ImageRefused('NAMES_TOO_LONG', source.digest, {
        detail: `more than ${limits.nameBytesTotal.toLocaleString('en')} bytes`,
      });
  };
  for (const [index, layer] of withLayers ? source.layers.entries() : []) {
    signal?.throwIfAborted();
    await applyLayer(layer, index, diffIds[index]!, {
      tree,
      budget,
      takeNames,
      fileBytes: limits.fileBytes,
      contents,
      nextContent: () => (content += 1),
    });
    onProgress?.({ layers: index + 1, of: source.layers.length, bytes: budget.taken.bytes });
  }
  const entries = await placeContents(tree, directory, contents, signal);
  await rm(contents, { recursive: true });
  return {
    digest: source.digest,
    names: source.names,
    config,
    history,
    layers: source.layers.map(({ digest, size }) => ({ digest, size })),
    directory,
    root: join(directory, 'root'),
    entries,
    bytes: budget.taken.bytes,
  };
}

/** Checks the claimed sizes before any layer is fetched. The claims are enforced while layers are read. */
function requireSizes({ digest, layers }: ImageSource, limits: ImageLimits): number {
  if (layers.length > limits.layers)
    throw new ImageRefused('TOO_MANY_LAYERS', digest, { detail: `more than ${limits.layers}` });
  const large = layers.find(({ size }) => size > limits.layerBytes);
  if (large)
    throw new ImageRefused('LAYER_TOO_LARGE', large.digest, {
      detail: `more than ${limits.layerBytes.toLocaleString('en')} bytes`,
    });
  const bytes = layers.reduce((sum, { size }) => sum + size, 0);
  if (bytes > limits.packedBytes)
    throw new ImageRefused('IMAGE_TOO_LARGE', digest, {
      detail: `more than ${limits.packedBytes.toLocaleString('en')} bytes`,
    });
  return bytes;
}
