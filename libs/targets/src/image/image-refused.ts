import { plainText } from '@assay/source-text';

/** Why an image cannot be analysed. */
export type ImageFault = keyof typeof FAULTS;

/**
 * An image cannot be analysed. The message tells its author or the caller what is wrong and how to fix it. Nothing of
 * the image is kept.
 */
export class ImageRefused extends Error {
  /** @param what the faulty reference, digest or path */
  constructor(
    readonly code: ImageFault,
    readonly what: string,
    { detail, cause }: { readonly detail?: string; readonly cause?: unknown } = {},
  ) {
    super(`${what.slice(0, 300)} ${FAULTS[code]}${detail === undefined ? '' : ` (${plainText(detail, 500)})`}`, {
      ...(cause !== undefined && { cause }),
    });
    this.name = 'ImageRefused';
  }
}

const FAULTS = {
  INVALID_REFERENCE:
    'is not an image reference: write name, name:tag or name@sha256:…, ' +
    'with the registry’s host before it unless it is the default registry',
  NOT_FOUND: 'is not in the registry: check its name and its tag',
  UNAUTHORIZED:
    'needs credentials, or the given ones do not allow it: check the name and the registry’s user and password',
  RATE_LIMITED: 'was refused, because the registry has had too many requests: try again later or with credentials',
  REGISTRY_FAILED: 'could not be fetched, because the registry failed: try again later',
  INVALID_ANSWER: 'got an answer that no registry gives: check the registry’s address',
  PLATFORM_NOT_FOUND: 'does not exist for the requested platform: request one of the platforms that it has',
  NOT_AN_IMAGE: 'holds no image: save it with “docker save” or as an OCI layout',
  SEVERAL_IMAGES: 'holds several images: save one, or say which',
  MISSING_BLOB: 'is named but missing: save the image again, with all its layers',
  UNSUPPORTED_MANIFEST: 'is a manifest of an unsupported kind: push the image again with a current tool',
  INVALID_MANIFEST: 'is a manifest that cannot be read: push or save the image again',
  INVALID_CONFIG: 'is a configuration that cannot be read: build the image again',
  FOREIGN_LAYER: 'is a layer on another server, which is not fetched: push the image with all its layers',
  UNSUPPORTED_COMPRESSION: 'is compressed in an unsupported way: push the image with gzip',
  UNSUPPORTED_DIGEST: 'is not a digest that can be verified: use sha256',
  DIGEST_MISMATCH: 'does not match its digest: it was damaged or replaced on its way, pull or save the image again',
  SIZE_MISMATCH:
    'has another size than its manifest says: it was damaged or replaced on its way, pull or save the image again',
  TOO_MANY_LAYERS: 'has more layers than are allowed: squash the image',
  LAYER_TOO_LARGE: 'is a layer larger than is allowed: build it smaller',
  IMAGE_TOO_LARGE: 'is larger than is allowed: build it smaller',
  NAMES_TOO_LONG: 'has names that are longer altogether than is allowed: build it with shorter ones',
  INVALID_WHITEOUT: 'removes what no layer can remove: build the image again',
} as const;
