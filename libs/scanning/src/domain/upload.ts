import type { Fact, Model } from '@assay/kernel';

/** A file is there to be analysed, until it expires: nothing else happens to it. */
export type UploadReceived = Fact<
  'UploadReceived',
  {
    readonly uploadId: string;
    readonly organizationId: string;
    /** As the client called it. */
    readonly filename: string;
    /** What its content is: `zip`, `tar`, `tar.gz`, `apk`, `ipa`, `docker-archive`, `oci-archive`. */
    readonly kind: string;
    /** Bytes. */
    readonly size: number;
    readonly sha256: string;
    readonly by: string;
    readonly at: string;
    readonly expiresAt: string;
  }
>;

export type ReceivedUpload = UploadReceived['data'];

/** Undefined until it is received. A fact of a type that it does not know is passed over. */
export const upload: Model<ReceivedUpload | undefined, UploadReceived> = {
  initial: undefined,
  evolve: (received, event) => (event.type === 'UploadReceived' ? event.data : received),
};

export const receive = (command: ReceivedUpload, received: ReceivedUpload | undefined): UploadReceived[] =>
  received ? [] : [{ type: 'UploadReceived', data: command }];

export const isThere = (
  received: ReceivedUpload | undefined,
  organizationId: string,
  now: string,
): received is ReceivedUpload => received?.organizationId === organizationId && received.expiresAt > now;

/** The archives that are unpacked to be analysed as they are; a mobile build and an image are other sources. */
const SOURCE_ARCHIVES: ReadonlySet<string> = new Set(['zip', 'tar', 'tar.gz']);
export const isSourceArchive = (kind: string): boolean => SOURCE_ARCHIVES.has(kind);

const MOBILE_BUILDS = ['apk', 'ipa'] as const;
export const isMobileBuild = (kind: string): kind is (typeof MOBILE_BUILDS)[number] =>
  MOBILE_BUILDS.some((each) => each === kind);

/** What `docker save` wrote, or an OCI layout. */
const SAVED_IMAGES: ReadonlySet<string> = new Set(['docker-archive', 'oci-archive']);
export const isSavedImage = (kind: string): boolean => SAVED_IMAGES.has(kind);

export const uploadStream = (uploadId: string): string => `upload-${uploadId}`;
