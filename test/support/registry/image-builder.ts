import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type TarLine, tar } from '../archives/tar-writer';

export const sha256 = (bytes: Buffer | string): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const TYPES = {
  oci: {
    manifest: 'application/vnd.oci.image.manifest.v1+json',
    index: 'application/vnd.oci.image.index.v1+json',
    config: 'application/vnd.oci.image.config.v1+json',
    layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  },
  docker: {
    manifest: 'application/vnd.docker.distribution.manifest.v2+json',
    index: 'application/vnd.docker.distribution.manifest.list.v2+json',
    config: 'application/vnd.docker.container.image.v1+json',
    layer: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
  },
} as const;

/** An image as a registry has it: its documents and all its blobs by their digests. */
export interface BuiltImage {
  readonly digest: string;
  readonly mediaType: string;
  readonly manifest: Buffer;
  readonly blobs: ReadonlyMap<string, Buffer>;
  readonly config: Buffer;
  /** As stored, from the lowest. */
  readonly layers: readonly Buffer[];
}

export interface ImagePlan {
  /** Each as entries of a tar, or as the bytes of one. */
  readonly layers?: readonly (Buffer | readonly (TarLine | Buffer)[])[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly format?: 'oci' | 'docker';
  readonly gzip?: boolean;
  readonly architecture?: string;
  /** Changes the finished, correct manifest. */
  readonly spoilManifest?: (manifest: Record<string, any>) => unknown;
  /** Changes the finished, correct configuration. */
  readonly spoilConfig?: (config: Record<string, any>) => unknown;
}

export function buildImage({
  layers = [],
  config = {},
  format = 'oci',
  gzip = true,
  architecture = 'amd64',
  spoilManifest = same,
  spoilConfig = same,
}: ImagePlan = {}): BuiltImage {
  const types = TYPES[format];
  const stored = layers.map((layer) =>
    Buffer.isBuffer(layer) ? layer : gzip ? gzipSync(tar(...layer)) : tar(...layer),
  );
  const configuration = Buffer.from(
    JSON.stringify(
      spoilConfig({
        os: 'linux',
        architecture,
        config,
        rootfs: { type: 'layers', diff_ids: stored.map((layer) => sha256(unzipped(layer))) },
        history: stored.map((_, index) => ({ created_by: `RUN step ${index}`, created: '2026-01-01T00:00:00Z' })),
      }),
    ),
  );
  const describe = (mediaType: string, bytes: Buffer) => ({ mediaType, digest: sha256(bytes), size: bytes.length });
  const manifest = Buffer.from(
    JSON.stringify(
      spoilManifest({
        schemaVersion: 2,
        mediaType: types.manifest,
        config: describe(types.config, configuration),
        layers: stored.map((layer) => describe(types.layer, layer)),
      }),
    ),
  );
  return {
    digest: sha256(manifest),
    mediaType: types.manifest,
    manifest,
    config: configuration,
    layers: stored,
    blobs: new Map([configuration, ...stored].map((bytes) => [sha256(bytes), bytes])),
  };
}

const same = (document: Record<string, any>) => document;
/** The unpacked layer, or the layer itself if it cannot be unpacked: the plan then gives its digest. */
function unzipped(layer: Buffer): Buffer {
  if (layer.readUInt16BE() !== 0x1f8b) return layer;
  try {
    return gunzipSync(layer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'Z_DATA_ERROR') return layer;
    throw error;
  }
}

/** A list of images for several platforms. */
export function buildIndex(
  images: readonly { readonly image: BuiltImage; readonly platform?: Record<string, string>; readonly name?: string }[],
  format: 'oci' | 'docker' = 'oci',
): { readonly mediaType: string; readonly manifest: Buffer; readonly digest: string } {
  const manifests = images.map(({ image, platform, name }) => ({
    mediaType: image.mediaType,
    digest: image.digest,
    size: image.manifest.length,
    ...(platform && { platform }),
    ...(name && { annotations: { 'org.opencontainers.image.ref.name': name } }),
  }));
  const manifest = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: TYPES[format].index, manifests }));
  return { mediaType: TYPES[format].index, manifest, digest: sha256(manifest) };
}

/** The format of `docker save` before version 25: one folder per layer. */
export function dockerArchive(image: BuiltImage, names: readonly string[] = ['app:1.0']): TarLine[] {
  const layers = image.layers.map((layer) => ({
    name: `${sha256(layer).slice(7)}/layer.tar`,
    content: unzipped(layer),
  }));
  const config = { name: `${sha256(image.config).slice(7)}.json`, content: image.config };
  return [
    ...layers,
    config,
    {
      name: 'manifest.json',
      content: JSON.stringify([{ Config: config.name, RepoTags: names, Layers: layers.map(({ name }) => name) }]),
    },
  ];
}

/** An OCI layout: blobs by their digests, an index of the images. */
export function ociArchive(
  images: readonly BuiltImage[],
  index = buildIndex(images.map((image) => ({ image }))).manifest,
): TarLine[] {
  const blobs = new Map(images.flatMap((image) => [...image.blobs, [image.digest, image.manifest] as const]));
  return [
    { name: 'oci-layout', content: '{"imageLayoutVersion":"1.0.0"}' },
    { name: 'index.json', content: index },
    ...[...blobs].map(([digest, content]) => ({ name: `blobs/${digest.replace(':', '/')}`, content })),
  ];
}
