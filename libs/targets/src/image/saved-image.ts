import { open, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DEFAULT_ARCHIVE_LIMITS, readEntryPath } from '@assay/archives';
import { isRecord } from '@assay/kernel';
import { readRange } from '../archive/read-bytes';
import { readImageConfig } from './image-config';
import { DEFAULT_IMAGE_LIMITS, MAX_DOCUMENT_BYTES } from './image-limits';
import { ImageRefused } from './image-refused';
import { textOf, textsOf } from './json-document';
import {
  type Descriptor,
  type ImageIndex,
  type Manifest,
  type ImagePlatform,
  choosePlatform,
  readManifest,
} from './manifest';
import type { ImageSource } from './unpack-image';
import { digestOf, readDocument, requireDigest, verifyBytes } from './verify-digest';

/** Chooses one image of an archive that holds several. */
interface ImageChoice {
  /** Its name in the archive, such as `app:1.2`. */
  readonly name?: string;
  readonly platform: ImagePlatform;
}

/**
 * Finds the image in an unpacked `docker save` or OCI layout.
 * @param folder must have no links, so that a path within it leads nowhere else
 * @throws ImageRefused; ArchiveRefused for a path that leads out of the folder
 */
export async function readSavedImage(folder: string, choice: ImageChoice): Promise<ImageSource> {
  const docker = await dockerManifest(folder);
  return docker ? dockerImage(folder, docker, choice) : ociImage(folder, choice);
}

async function dockerManifest(folder: string): Promise<unknown[] | undefined> {
  const bytes = await readOptional(folder, 'manifest.json');
  if (bytes === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    return Array.isArray(parsed) ? parsed : undefined;
  } catch (cause) {
    throw new ImageRefused('INVALID_MANIFEST', 'manifest.json', { cause });
  }
}

async function dockerImage(folder: string, manifests: readonly unknown[], { name }: ImageChoice): Promise<ImageSource> {
  const images = manifests.filter(isRecord).map((image) => ({
    config: textOf(image['Config']),
    names: textsOf(image['RepoTags']),
    layers: textsOf(image['Layers']),
  }));
  const { config: path, names, layers } = chooseNamed(images, name, 'manifest.json');
  if (path === undefined)
    throw new ImageRefused('INVALID_MANIFEST', 'manifest.json', { detail: 'it names no configuration' });
  // Each layer is looked up, and a manifest of 4 MB can name a million.
  if (layers.length > DEFAULT_IMAGE_LIMITS.layers)
    throw new ImageRefused('TOO_MANY_LAYERS', 'manifest.json', { detail: `more than ${DEFAULT_IMAGE_LIMITS.layers}` });
  const config = await readSmall(folder, path);
  const digest = digestOf(config);
  const named = /^([0-9a-f]{64})(\.json)?$/.exec(basename(path))?.[1];
  if (named !== undefined && digest !== `sha256:${named}`) throw new ImageRefused('DIGEST_MISMATCH', path);
  const { diffIds } = readImageConfig(config, path);
  return {
    digest,
    names,
    config,
    layers: await Promise.all(layers.map((layer, index) => dockerLayer(folder, layer, diffIds[index]))),
  };
}

/**
 * Docker 25 and later name a layer by its digest. Before that only the digest of the unpacked layer is known; it is
 * checked while unpacking.
 */
async function dockerLayer(
  folder: string,
  path: string,
  diffId: string | undefined,
): Promise<ImageSource['layers'][number]> {
  const { file, size } = await locate(folder, path);
  const hex = /^blobs\/sha256\/([0-9a-f]{64})$/.exec(path)?.[1];
  const digest = hex === undefined ? diffId : `sha256:${hex}`;
  if (digest === undefined) throw new ImageRefused('INVALID_CONFIG', path, { detail: 'it has no digest' });
  return {
    digest,
    size,
    open: () => (hex === undefined ? bytesOf(file) : verifyBytes(bytesOf(file), { digest, size })),
  };
}

async function ociImage(folder: string, choice: ImageChoice): Promise<ImageSource> {
  const bytes = await readOptional(folder, 'index.json');
  if (bytes === undefined) throw new ImageRefused('NOT_AN_IMAGE', 'the archive');
  const index = readManifest(bytes, 'index.json');
  if (index.kind !== 'index') throw new ImageRefused('INVALID_MANIFEST', 'index.json');
  const { descriptor, name } = chooseFromLayout(index, choice);
  const { digest, manifest } = await resolveIndexes(folder, descriptor, choice.platform);
  return {
    digest,
    names: name === undefined ? [] : [name],
    config: await readBlob(folder, manifest.config),
    layers: await Promise.all(manifest.layers.map((layer) => ociLayer(folder, layer))),
  };
}

function chooseFromLayout(
  index: ImageIndex,
  { name, platform }: ImageChoice,
): { descriptor: Descriptor; name?: string } {
  const images = index.manifests.map((descriptor) => ({
    descriptor,
    names: descriptor.name === undefined ? [] : [descriptor.name],
  }));
  const ofPlatforms =
    name === undefined && images.length > 1 && index.manifests.every((each) => each.platform !== undefined);
  if (ofPlatforms) return { descriptor: choosePlatform(index, platform, 'index.json') };
  const { descriptor, names } = chooseNamed(images, name, 'index.json');
  return { descriptor, ...(names[0] !== undefined && { name: names[0] }) };
}

function chooseNamed<Image extends { readonly names: readonly string[] }>(
  images: readonly Image[],
  name: string | undefined,
  what: string,
): Image {
  const known = images.flatMap(({ names }) => names).join(', ') || 'none with a name';
  const fitting = name === undefined ? images : images.filter(({ names }) => names.includes(name));
  if (images.length === 0) throw new ImageRefused('NOT_AN_IMAGE', 'the archive');
  if (fitting.length === 1) return fitting[0]!;
  throw new ImageRefused(
    fitting.length === 0 ? 'MISSING_BLOB' : 'SEVERAL_IMAGES',
    fitting.length === 0 ? name! : what,
    { detail: known },
  );
}

async function resolveIndexes(
  folder: string,
  descriptor: Descriptor,
  platform: ImagePlatform,
  indexes = 0,
): Promise<{ digest: string; manifest: Manifest }> {
  const { digest } = descriptor;
  const manifest = readManifest(await readBlob(folder, descriptor), digest);
  if (manifest.kind === 'image') return { digest, manifest };
  if (indexes === 2) throw new ImageRefused('INVALID_MANIFEST', digest, { detail: 'indexes within indexes' });
  return resolveIndexes(folder, choosePlatform(manifest, platform, digest), platform, indexes + 1);
}

async function ociLayer(folder: string, descriptor: Descriptor): Promise<ImageSource['layers'][number]> {
  const { file } = await locate(folder, blobPath(descriptor));
  return { digest: descriptor.digest, size: descriptor.size, open: () => verifyBytes(bytesOf(file), descriptor) };
}

async function readBlob(folder: string, descriptor: Descriptor): Promise<Buffer> {
  const { file } = await locate(folder, blobPath(descriptor));
  return readDocument(verifyBytes(bytesOf(file), descriptor), descriptor.digest);
}

function blobPath({ digest }: Descriptor): string {
  const { algorithm, hex } = requireDigest(digest);
  return `blobs/${algorithm}/${hex}`;
}

async function readSmall(folder: string, path: string): Promise<Buffer> {
  const bytes = await readOptional(folder, path);
  if (bytes === undefined) throw new ImageRefused('MISSING_BLOB', path);
  return bytes;
}

async function readOptional(folder: string, path: string): Promise<Buffer | undefined> {
  const place = await find(folder, path);
  if (place === undefined) return undefined;
  if (place.size > MAX_DOCUMENT_BYTES) throw new ImageRefused('INVALID_MANIFEST', path, { detail: 'more than 4 MB' });
  return readFile(place.file);
}

async function locate(folder: string, path: string): Promise<{ file: string; size: number }> {
  const place = await find(folder, path);
  if (place === undefined) throw new ImageRefused('MISSING_BLOB', path);
  return place;
}

/** A path in a manifest comes from the target, so it is checked like a path in an archive. */
async function find(folder: string, path: string): Promise<{ file: string; size: number } | undefined> {
  const place = readEntryPath(Buffer.from(path), DEFAULT_ARCHIVE_LIMITS);
  if ('unsafe' in place) return undefined;
  const file = join(folder, ...place.segments);
  const facts = await stat(file).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  });
  return facts?.isFile() ? { file, size: facts.size } : undefined;
}

async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    yield* readRange(file, 0, (await file.stat()).size);
  } finally {
    await file.close();
  }
}
