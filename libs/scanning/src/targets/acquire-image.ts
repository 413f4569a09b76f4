import {
  DEFAULT_IMAGE_LIMITS,
  type ImageLimits,
  type RegistryFetch,
  filesystemRecord,
  guardedFetch,
  imageRecord,
  loadImageArchive,
  pullImage,
} from '@assay/targets';
import { type ImageEntry, type UnpackedImage } from '@assay/target-records';
import { type TargetLimits, timestamp } from '@assay/kernel';
import { type SessionTarget, imageIdentity } from '../domain/session-target';
import type { TargetFacts } from '../domain/session-events';
import { receivedUpload } from './acquire-upload';
import type { AcquiredTarget, Acquisition } from './acquired-target';
import type { TargetSources } from './target-sources';

type ImageTarget = Extract<SessionTarget, { kind: 'container' }>;
type Sources = Pick<TargetSources, 'guard' | 'addresses' | 'uploads' | 'clock'>;

/** What the admission has let through without an address names its registry itself. */
const NO_REGISTRY = 'https://none.invalid';
/** From a registry to a store and to the store's own place. */
const REDIRECTS = 3;

/**
 * Only what planned tools judge: the layers are not even fetched for the configuration alone.
 * @throws TargetGone, ImageRefused, ArchiveRefused, TargetNotAllowed, TargetUnreachable, TargetUnreadable,
 *   InfrastructureError, the signal's reason
 */
export async function acquireImage(
  target: ImageTarget,
  organizationId: string,
  sources: Sources,
  acquisition: Acquisition,
): Promise<AcquiredTarget> {
  const { engines, parts, signal } = acquisition;
  const { image, path, facts } = await ('image' in target
    ? pulled(target.image, sources, acquisition)
    : loaded(target, organizationId, sources, acquisition));
  return {
    ...(parts.has('source') && { source: filesOf(image) }),
    records: [
      ...(engines.has('image-config') ? [imageRecord(image, path, timestamp(sources.clock))] : []),
      ...(engines.has('image-filesystem') ? [await filesystemRecord(image, path, signal)] : []),
    ],
    origin: { facts, unbilled: true, leftOut: leftOut(image.entries) },
  };
}

interface Acquired {
  readonly image: UnpackedImage;
  /** What findings about the whole image call it: without its version, so that a judgement follows it to the next. */
  readonly path: string;
  readonly facts: TargetFacts;
}

async function pulled(
  name: string,
  { guard, addresses }: Sources,
  { folder, limits, engines, parts, prepared, signal, onProgress }: Acquisition,
): Promise<Acquired> {
  const ends = performance.now() + limits.time;
  const fetch: RegistryFetch = (request) =>
    // What a registry sends is held to the sizes that its manifest says.
    guardedFetch({
      ...request,
      guard,
      limits: {
        bytes: Number.MAX_SAFE_INTEGER,
        redirects: REDIRECTS,
        time: Math.max(1, Math.round(ends - performance.now())),
      },
    });
  const path = imageIdentity(name);
  const reference = prepared?.image ? `${path}@${prepared.image.digest}` : name;
  const image = await pullImage({
    reference,
    registry: addresses.container ?? NO_REGISTRY,
    fetch,
    destination: folder,
    limits: limitsOf(limits),
    withLayers: readsLayers({ engines, parts }),
    signal,
    onProgress,
  });
  return { image, path, facts: { image: { name, digest: image.digest } } };
}

async function loaded(
  target: Extract<ImageTarget, { uploadId: string }>,
  organizationId: string,
  { uploads }: Sources,
  { folder, limits, engines, parts, signal, onProgress }: Acquisition,
): Promise<Acquired> {
  const {
    upload: { filename, sha256 },
    file,
  } = await receivedUpload(target.uploadId, organizationId, uploads);
  const image = await loadImageArchive({
    file,
    destination: folder,
    ...(target.savedImage !== undefined && { name: target.savedImage }),
    limits: limitsOf(limits),
    withLayers: readsLayers({ engines, parts }),
    signal,
    onProgress,
  });
  const name = target.savedImage ?? image.names[0] ?? filename;
  return {
    image,
    path: imageIdentity(name),
    facts: { image: { name, digest: image.digest }, upload: { filename, sha256 } },
  };
}

const readsLayers = ({ engines, parts }: Pick<Acquisition, 'engines' | 'parts'>): boolean =>
  parts.has('source') || engines.has('image-filesystem');

/** Of its depth, two are the folders that the image is laid out in. */
const limitsOf = ({ bytes, files, depth }: TargetLimits): Partial<ImageLimits> => ({
  bytes,
  packedBytes: Math.min(DEFAULT_IMAGE_LIMITS.packedBytes, bytes),
  entries: files,
  depth: Math.max(0, depth - 2),
});

/**
 * What a container sees and what later layers removed, in one folder under two: a secret in the one is as bad as in the
 * other, so the tools that look for text read both, and a tool reads one part.
 */
function filesOf({ directory, entries }: UnpackedImage): NonNullable<AcquiredTarget['source']> {
  const shown = new Map<string, string>();
  // Content of several names is there once; a name that a container sees comes before one that was removed.
  for (const entry of entries)
    if (entry.file !== null && (!shown.has(entry.file) || entry.removedBy === undefined))
      shown.set(entry.file, nameOf(entry));
  return {
    folder: directory,
    everyFolder: true,
    pathOf: (path) => shown.get(path) ?? path.replace(/^(?:root|apart\/\d+)\//, ''),
  };
}

const nameOf = ({ path, removedBy }: ImageEntry): string =>
  removedBy === undefined ? path : `${path} (removed by layer ${removedBy + 1})`;

/** What could not be looked into; links and devices have nothing in them. */
function leftOut(entries: readonly ImageEntry[]): AcquiredTarget['origin']['leftOut'] {
  const tooLarge = entries.filter(({ kind, file, size }) => kind === 'file' && file === null && size > 0);
  return tooLarge.length === 0 ? [] : [{ path: nameOf(tooLarge[0]!), reason: 'too large', count: tooLarge.length }];
}
