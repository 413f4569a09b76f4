import { type ImageFault, type ImageParts, ImageRefused, imageIdentity, parseImageReference } from '@assay/targets';
import { timestamp } from '@assay/kernel';
import type { TargetOf } from '../../domain/session-target';
import { isSavedImage } from '../../domain/upload';
import type { AcquiredTarget, Acquisition } from '../acquired-target';
import { UPLOAD_ID, receivedUpload } from '../received-upload';
import { invalid, requireAllowed } from '../refusals';
import type { Admission, TargetAccess, TargetDefinition } from '../target-definition';
import { unsetAddress } from '../target-sources';

/** The image's name with its tag or digest. */
interface NamedImage {
  readonly image: string;
}

/** An uploaded archive of images, and the image's name if the archive holds several. */
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

/** The registry of a reference without a host, unless the service has a registry of its own. */
const NO_REGISTRY = 'https://none.invalid';

/** All other codes are `IMAGE_` followed by the fault. */
const FAILURE_CODE: Readonly<Partial<Record<ImageFault, string>>> = {
  UNAUTHORIZED: 'CREDENTIAL_NEEDED',
  INVALID_ANSWER: 'NOT_A_REGISTRY',
  NOT_FOUND: 'IMAGE_NOT_FOUND',
};

export const container: TargetDefinition<ImageTarget> = {
  cataloguedAs: 'image',
  filesHaveRoles: false,
  recordsAreWhole: true,
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
  /** The same for all versions of an image. */
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

/**
 * Fetches only what the planned tools judge: without a tool that reads layers, no layer is fetched.
 * @throws TargetGone
 */
async function acquireImage(
  target: ImageTarget,
  { engines, parts: wanted, prepared }: Acquisition,
  access: TargetAccess,
): Promise<AcquiredTarget> {
  const parts: ImageParts = {
    source: wanted.has('source'),
    configuration: engines.has('image-config'),
    filesystem: engines.has('image-filesystem'),
    packages: engines.has('advisories'),
    at: timestamp(access.sources.clock),
  };
  if ('image' in target) {
    const name = target.image;
    return {
      job: {
        kind: 'image',
        name,
        reference: prepared?.image ? `${imageIdentity(name)}@${prepared.image.digest}` : name,
        registry: access.sources.addresses.container ?? NO_REGISTRY,
        ...parts,
      },
      originOf: ({ leftOut, digest = '' }) => ({ facts: { image: { name, digest } }, unbilled: true, leftOut }),
    };
  }
  const {
    upload: { filename, sha256 },
    file,
  } = await receivedUpload(target.uploadId, access);
  return {
    job: {
      kind: 'saved-image',
      file,
      filename,
      ...(target.savedImage !== undefined && { name: target.savedImage }),
      ...parts,
    },
    originOf: ({ leftOut, name = filename, digest = '' }) => ({
      facts: { image: { name, digest }, upload: { filename, sha256 } },
      unbilled: true,
      leftOut,
    }),
  };
}
