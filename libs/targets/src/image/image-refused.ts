/** What keeps an image from being analysed. */
export type ImageFault = keyof typeof FAULTS;

/**
 * Whoever named or built the image can mend it: the message says what is wrong and what to do. Nothing of it is kept.
 */
export class ImageRefused extends Error {
  /** @param what the reference, digest or path that is at fault */
  constructor(
    readonly code: ImageFault,
    readonly what: string,
    { detail, cause }: { readonly detail?: string; readonly cause?: unknown } = {},
  ) {
    super(
      `${what.slice(0, 300)} ${FAULTS[code]}${detail === undefined ? '' : ` (${detail})`}`,
      cause === undefined ? {} : { cause },
    );
    this.name = 'ImageRefused';
  }
}

const FAULTS = {
  INVALID_REFERENCE:
    'is no reference of an image: write name, name:tag or name@sha256:…, after the host of its registry where that is another',
  NOT_FOUND: 'is not in the registry: check its name and its tag',
  UNAUTHORIZED:
    'is not given out with these credentials, or wants some: check the name and the registry’s user and password',
  RATE_LIMITED: 'is not given out now, the registry has had too many requests: try again later or with credentials',
  REGISTRY_FAILED: 'cannot be had, the registry failed: try again later',
  INVALID_ANSWER: 'was answered by what is no registry: check the registry’s address',
  PLATFORM_NOT_FOUND: 'does not exist for the platform that was asked for: ask for one of those that it has',
  NOT_AN_IMAGE: 'holds no image: save it with “docker save” or as an OCI layout',
  SEVERAL_IMAGES: 'holds several images: save one, or say which',
  MISSING_BLOB: 'is named and not there: save the image again, with all its layers',
  UNSUPPORTED_MANIFEST: 'is a manifest of a kind that is not read: push the image again with a tool of today',
  INVALID_MANIFEST: 'is a manifest that cannot be read: push or save the image again',
  INVALID_CONFIG: 'is a configuration that cannot be read: build the image again',
  FOREIGN_LAYER: 'is a layer that lies elsewhere and is not fetched: push the image with all its layers',
  UNSUPPORTED_COMPRESSION: 'is compressed in a way that is not read: push the image with gzip',
  UNSUPPORTED_DIGEST: 'is no digest that can be verified: use sha256',
  DIGEST_MISMATCH: 'is not what its digest says: it was damaged or exchanged on its way, pull or save the image again',
  SIZE_MISMATCH:
    'has another size than its manifest says: it was damaged or exchanged on its way, pull or save the image again',
  TOO_MANY_LAYERS: 'has more layers than are allowed: squash the image',
  LAYER_TOO_LARGE: 'is a layer larger than is allowed: build it smaller',
  IMAGE_TOO_LARGE: 'is larger than is allowed: build it smaller',
  NAMES_TOO_LONG: 'has names that are longer altogether than is allowed: build it with shorter ones',
  INVALID_WHITEOUT: 'removes what no layer can remove: build the image again',
} as const;
