import {
  DEFAULT_IMAGE_LIMITS,
  type ImageFault,
  type ImageLimits,
  ImageRefused,
  type RegistryFetch,
  filesystemRecord,
  guardedFetch,
  imageRecord,
  loadImageArchive,
  parseImageReference,
  pullImage,
} from '@assay/targets';
import { type ImageEntry, type UnpackedImage } from '@assay/target-records';
import { type TargetLimits, timestamp } from '@assay/kernel';
import type { TargetFacts } from '../../domain/session-events';
import type { TargetOf } from '../../domain/session-target';
import { isSavedImage } from '../../domain/upload';
import type { AcquiredTarget, Acquisition, TargetOrigin } from '../acquired-target';
import { UPLOAD_ID, receivedUpload } from '../received-upload';
import { invalid, requireAllowed } from '../refusals';
import type { Admission, TargetAccess, TargetDefinition } from '../target-definition';
import { type TargetSources, unsetAddress } from '../target-sources';

/** Its name, with its tag or digest. */
interface NamedImage {
  readonly image: string;
}

/** An image that somebody saved and uploaded, and its name where the archive holds several. */
interface SavedImage {
  readonly uploadId: string;
  readonly savedImage?: string;
}

declare module '../../domain/session-target' {
  interface TargetFields {
    container: NamedImage | SavedImage;
  }
}

type ImageTarget = TargetOf<'container'>;

/** What a reference without a host is of, where the service has no registry of its own. */
const NO_REGISTRY = 'https://none.invalid';
/** From a registry to a store and to the store's own place. */
const REDIRECTS = 3;

/** The rest are `IMAGE_` and the fault. */
const FAILURE_CODE: Readonly<Partial<Record<ImageFault, string>>> = {
  UNAUTHORIZED: 'CREDENTIAL_NEEDED',
  INVALID_ANSWER: 'NOT_A_REGISTRY',
  NOT_FOUND: 'IMAGE_NOT_FOUND',
};

export const container: TargetDefinition<ImageTarget> = {
  cataloguedAs: 'image',
  fromScan: {
    fields: {
      containerImage: {
        max: 500,
        description:
          'Needed for container, unless a saved image was uploaded: the name of an image, with its tag or digest. ' +
          'With uploadId: which one, where the archive holds several.',
      },
      uploadId: UPLOAD_ID,
    },
    forms: [
      { takes: 'containerImage', target: (image) => ({ kind: 'container', image }) },
      {
        takes: 'uploadId',
        also: 'containerImage',
        target: (uploadId, { containerImage }) => ({
          kind: 'container',
          uploadId,
          ...(containerImage !== undefined && { savedImage: containerImage }),
        }),
      },
    ],
  },
  written: 'image:name:tag',
  fromText(text) {
    const image = /^(?:image:|docker:\/\/)(.+)$/s.exec(text)?.[1];
    return image === undefined ? undefined : { kind: 'container', image };
  },
  fromUpload: ({ uploadId, kind }) => (isSavedImage(kind) ? { kind: 'container', uploadId } : undefined),

  admit: (target, admission) =>
    'image' in target
      ? { kind: 'container', image: admittedName(target.image, admission) }
      : admittedArchive(target, admission),
  acquire: acquireImage,
  failureCode: (error) =>
    error instanceof ImageRefused ? (FAILURE_CODE[error.code] ?? `IMAGE_${error.code}`) : undefined,

  describe: (target) => ('image' in target ? target.image : `container:${target.uploadId}`),
  /** Whatever its version. */
  identity: (target) => `container:${'image' in target ? imageIdentity(target.image) : target.uploadId}`,
  view: (target) => ({
    sourceType: target.kind,
    ...('image' in target
      ? { containerImage: target.image }
      : {
          uploadId: target.uploadId,
          ...(target.savedImage !== undefined && { containerImage: target.savedImage }),
        }),
  }),
  viewFields: { sourceType: 'text', uploadId: 'text', containerImage: 'text' },
};

function admittedName(written: string, { sources: { guard, addresses } }: Admission): string {
  const base = addresses.container ?? NO_REGISTRY;
  try {
    const fallback = parseImageReference('any', base).registry;
    const { registry, repository, version, isDigest } = parseImageReference(written.trim(), base);
    if (registry === NO_REGISTRY) return invalid('containerImage', unsetAddress('container'));
    requireAllowed(registry, guard);
    const host = registry === fallback ? '' : `${new URL(registry).host}/`;
    return `${host}${repository}${isDigest ? '@' : ':'}${version}`;
  } catch (error) {
    if (error instanceof ImageRefused) return invalid('containerImage', error.message);
    throw error;
  }
}

async function admittedArchive(
  target: ImageTarget & SavedImage,
  { received }: Pick<Admission, 'received'>,
): Promise<ImageTarget> {
  const { kind } = await received(target.uploadId);
  if (!isSavedImage(kind))
    return invalid(
      'uploadId',
      `is a file of the kind ${kind}, which holds no image: save one with “docker save” or as an OCI layout`,
    );
  return target;
}

/** Without its tag and digest; a colon before the last slash is a registry's port. */
const imageIdentity = (image: string): string =>
  image
    .trim()
    .replace(/@.*$/s, '')
    .replace(/:[^:/]*$/, '');

/**
 * Only what planned tools judge: the layers are not even fetched for the configuration alone.
 * @throws TargetGone, ImageRefused, ArchiveRefused, TargetNotAllowed, TargetUnreachable, TargetUnreadable,
 *   InfrastructureError, the signal's reason
 */
async function acquireImage(
  target: ImageTarget,
  acquisition: Acquisition,
  access: TargetAccess,
): Promise<AcquiredTarget> {
  const { engines, parts, signal } = acquisition;
  const { image, path, facts } = await ('image' in target
    ? pulled(target.image, access.sources, acquisition)
    : loaded(target, access, acquisition));
  return {
    ...(parts.has('source') && { source: filesOf(image) }),
    records: [
      ...(engines.has('image-config') ? [imageRecord(image, path, timestamp(access.sources.clock))] : []),
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
  { guard, addresses }: Pick<TargetSources, 'guard' | 'addresses'>,
  { folder, limits, engines, parts, prepared, signal, writes, onProgress }: Acquisition,
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
    writes,
    onProgress,
  });
  return { image, path, facts: { image: { name, digest: image.digest } } };
}

async function loaded(
  target: SavedImage,
  access: TargetAccess,
  { folder, limits, engines, parts, signal, writes, onProgress }: Acquisition,
): Promise<Acquired> {
  const {
    upload: { filename, sha256 },
    file,
  } = await receivedUpload(target.uploadId, access);
  const image = await loadImageArchive({
    file,
    destination: folder,
    ...(target.savedImage !== undefined && { name: target.savedImage }),
    limits: limitsOf(limits),
    withLayers: readsLayers({ engines, parts }),
    signal,
    writes,
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
function leftOut(entries: readonly ImageEntry[]): TargetOrigin['leftOut'] {
  const tooLarge = entries.filter(({ kind, file, size }) => kind === 'file' && file === null && size > 0);
  return tooLarge.length === 0 ? [] : [{ path: nameOf(tooLarge[0]!), reason: 'too large', count: tooLarge.length }];
}
