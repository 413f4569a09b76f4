import { makeDestination } from '../archive/unpack-archive';
import { removeStaged } from '../staging/staged-tree';
import type { WriteBudget } from '../staging/write-budget';
import type { UnpackedImage } from '@assay/target-records';
import { DEFAULT_IMAGE_LIMITS, type ImageLimits, MAX_DOCUMENT_BYTES } from './image-limits';
import { ImageRefused } from './image-refused';
import {
  type Descriptor,
  type Manifest,
  type ImagePlatform,
  choosePlatform,
  parsePlatform,
  readManifest,
} from './manifest';
import { parseImageReference } from './reference';
import type { RegistryCredentials } from './registry-authorization';
import { type RegistryClient, type RegistryFetch, createRegistryClient } from './registry-client';
import { type ImageProgress, type ImageSource, unpackImage } from './unpack-image';
import { readDocument } from './verify-digest';

export interface PullImageOptions {
  /** `name`, `name:tag` or `name@digest`, with or without a registry's host. */
  readonly reference: string;
  /** The address of the default registry, used when the reference names none. */
  readonly registry: string;
  readonly fetch: RegistryFetch;
  /** Credentials for the registry of the reference. */
  readonly credentials?: RegistryCredentials;
  /** Default: `linux/amd64`. */
  readonly platform?: string;
  /** A folder that this creates and that must not exist. It is removed when pulling fails. */
  readonly destination: string;
  readonly limits?: Partial<ImageLimits>;
  /** Without layers, the image has its configuration and history but no entries. Default: true. */
  readonly withLayers?: boolean;
  readonly signal?: AbortSignal;
  /** The session's budget of writing. Default: as much as the limits allow. */
  readonly writes?: WriteBudget;
  readonly onProgress?: (progress: ImageProgress) => void;
}

/** An index may name an index (Docker does so for attestations). No image nests them deeper. */
const MAX_INDEXES = 2;

/**
 * Pulls an image from a registry. Each layer is unpacked while it is downloaded.
 * @throws ImageRefused, ArchiveRefused for a layer, InfrastructureError, the signal's reason, what `fetch` throws.
 *   No files remain in that case.
 */
export async function pullImage({
  destination,
  limits: given,
  withLayers = true,
  signal,
  writes,
  onProgress,
  ...options
}: PullImageOptions): Promise<UnpackedImage> {
  const reference = parseImageReference(options.reference, options.registry);
  const limits = { ...DEFAULT_IMAGE_LIMITS, ...given };
  const client = createRegistryClient({
    reference,
    fetch: options.fetch,
    ...(options.credentials && { credentials: options.credentials }),
    ...(signal && { signal }),
  });
  signal?.throwIfAborted();
  await makeDestination(destination);
  try {
    const found = await findManifest(client, reference.version, parsePlatform(options.platform ?? 'linux/amd64'));
    const source = await sourceOf(client, found, options.reference);
    return await unpackImage(source, {
      directory: destination,
      limits,
      withLayers,
      ...(signal && { signal }),
      ...(writes && { writes }),
      ...(onProgress && { onProgress }),
    });
  } catch (error) {
    await removeStaged(destination);
    throw error;
  }
}

async function findManifest(
  client: RegistryClient,
  version: string,
  platform: ImagePlatform,
): Promise<{ digest: string; manifest: Manifest }> {
  let wanted = version;
  for (let indexes = 0; indexes <= MAX_INDEXES; indexes += 1) {
    const { digest, bytes } = await client.manifest(wanted);
    const manifest = readManifest(bytes, digest);
    if (manifest.kind === 'image') return { digest, manifest };
    wanted = choosePlatform(manifest, platform, version).digest;
  }
  throw new ImageRefused('INVALID_MANIFEST', version, { detail: 'indexes within indexes' });
}

async function sourceOf(
  client: RegistryClient,
  { digest, manifest }: { digest: string; manifest: Manifest },
  name: string,
): Promise<ImageSource> {
  const { config } = manifest;
  if (config.size > MAX_DOCUMENT_BYTES)
    throw new ImageRefused('INVALID_CONFIG', config.digest, { detail: 'more than 4 MB' });
  const layers = manifest.layers.map((layer: Descriptor) => ({
    digest: layer.digest,
    size: layer.size,
    open: () => client.blob(layer),
  }));
  return { digest, names: [name], config: await readDocument(client.blob(config), config.digest), layers };
}
