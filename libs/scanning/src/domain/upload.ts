import type { Fact, Model } from '@assay/kernel';

/** A file was received, and can be analysed until it expires. The stream has no other events. */
export type UploadReceived = Fact<
  'UploadReceived',
  {
    readonly uploadId: string;
    readonly organizationId: string;
    /** The client's name for it. */
    readonly filename: string;
    /** The kind of its content: `zip`, `tar`, `tar.gz`, `apk`, `ipa`, `docker-archive`, `oci-archive`. */
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

/** Undefined until it is received. A fact of an unknown type is skipped. */
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

/** Archives of source code; mobile builds and images are other kinds of targets. */
const SOURCE_ARCHIVES: ReadonlySet<string> = new Set(['zip', 'tar', 'tar.gz']);
export const isSourceArchive = (kind: string): boolean => SOURCE_ARCHIVES.has(kind);

const MOBILE_BUILDS = ['apk', 'ipa'] as const;
export const isMobileBuild = (kind: string): kind is (typeof MOBILE_BUILDS)[number] =>
  MOBILE_BUILDS.some((each) => each === kind);

/** The output of `docker save`, or an OCI layout. */
const SAVED_IMAGES: ReadonlySet<string> = new Set(['docker-archive', 'oci-archive']);
export const isSavedImage = (kind: string): boolean => SAVED_IMAGES.has(kind);

export const uploadStream = (uploadId: string): string => `upload-${uploadId}`;
