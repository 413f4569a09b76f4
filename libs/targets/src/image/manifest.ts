import { isRecord } from '@assay/kernel';
import { ImageRefused } from './image-refused';
import { type JsonObject, objectOr, parseJsonObject, textOf } from './json-document';

/** A manifest's reference to another document or a layer. */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

export interface Manifest {
  readonly kind: 'image';
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

export interface ImageIndex {
  readonly kind: 'index';
  readonly manifests: readonly (Descriptor & { readonly platform?: ImagePlatform; readonly name?: string })[];
}

export interface ImagePlatform {
  readonly os: string;
  readonly architecture: string;
  readonly variant?: string;
}

/** The media types that a registry is asked for: Docker's and OCI's, each for one image and for an index of several. */
export const MANIFEST_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
] as const;

/**
 * Reads a manifest by its fields. Its media type is not used, because the sender may set any. A manifest that could be
 * read either way is refused: its digest would stand for two images.
 * @throws ImageRefused
 */
export function readManifest(bytes: Buffer, what: string): Manifest | ImageIndex {
  const document = parseJsonObject(bytes, 'INVALID_MANIFEST', what);
  if (document['schemaVersion'] !== 2)
    throw new ImageRefused('UNSUPPORTED_MANIFEST', what, {
      detail: `schema version ${JSON.stringify(document['schemaVersion'])}`,
    });
  const { manifests, layers, config } = document;
  if (Array.isArray(manifests) && layers === undefined && config === undefined)
    return { kind: 'index', manifests: manifests.map((each) => indexed(each, what)) };
  if (Array.isArray(layers) && manifests === undefined)
    return {
      kind: 'image',
      config: descriptorOf(config, what),
      layers: layers.map((layer) => descriptorOf(layer, what)),
    };
  throw new ImageRefused('INVALID_MANIFEST', what);
}

function indexed(value: unknown, what: string): ImageIndex['manifests'][number] {
  const { platform, annotations } = objectOr(value);
  const name =
    textOf(objectOr(annotations)['org.opencontainers.image.ref.name']) ??
    textOf(objectOr(annotations)['io.containerd.image.name']);
  return {
    ...descriptorOf(value, what),
    ...(isRecord(platform) && { platform: platformOf(platform) }),
    ...(name && { name }),
  };
}

function platformOf(platform: JsonObject): ImagePlatform {
  const variant = textOf(platform['variant']);
  return {
    os: textOf(platform['os']) ?? 'unknown',
    architecture: textOf(platform['architecture']) ?? 'unknown',
    ...(variant && { variant }),
  };
}

function descriptorOf(value: unknown, what: string): Descriptor {
  const { mediaType, digest, size } = objectOr(value);
  const valid = typeof digest === 'string' && typeof size === 'number' && Number.isSafeInteger(size) && size >= 0;
  if (!valid) throw new ImageRefused('INVALID_MANIFEST', what, { detail: 'a part without a digest or a size' });
  const type = textOf(mediaType) ?? '';
  if (/nondistributable|foreign/.test(type)) throw new ImageRefused('FOREIGN_LAYER', digest);
  if (/zstd/.test(type)) throw new ImageRefused('UNSUPPORTED_COMPRESSION', digest, { detail: 'zstd' });
  return { mediaType: type, digest, size };
}

/** @param text `linux/amd64`, or with a variant: `linux/arm64/v8` */
export function parsePlatform(text: string): ImagePlatform {
  const [os = '', architecture = '', variant] = text.split('/');
  return { os, architecture, ...(variant && { variant }) };
}

/** @throws ImageRefused PLATFORM_NOT_FOUND, which names the platforms that exist */
export function choosePlatform({ manifests }: ImageIndex, wanted: ImagePlatform, what: string): Descriptor {
  const fits = (platform: ImagePlatform | undefined) =>
    platform?.os === wanted.os &&
    platform.architecture === wanted.architecture &&
    (wanted.variant === undefined || platform.variant === wanted.variant);
  const chosen =
    manifests.find(({ platform }) => fits(platform)) ??
    (manifests.length === 1 && manifests[0]!.platform === undefined ? manifests[0] : undefined);
  if (chosen) return chosen;
  const known = manifests.flatMap(({ platform }) =>
    platform && platform.os !== 'unknown' ? [Object.values(platform).join('/')] : [],
  );
  throw new ImageRefused('PLATFORM_NOT_FOUND', what, { detail: `it has ${known.join(', ') || 'none'}` });
}
