import type { UploadKind } from './upload-kind';

/** The metadata of an upload. */
export interface Upload {
  readonly id: string;
  readonly organizationId: string;
  /** The client's name for it. It is shown, but never used as a path. */
  readonly filename: string;
  readonly kind: UploadKind;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface NewUpload {
  readonly id: string;
  readonly organizationId: string;
  readonly filename: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
}

/** Keeps uploads until they expire. An organization sees only its own uploads, and only complete ones. */
export interface UploadStore {
  /**
   * Stores an upload while it is received. It exists when this returns, and not before, even if the process crashes.
   * @throws UploadTooLarge, UploadQuotaReached, ArchiveRefused for a kind that is not analysed, InfrastructureError,
   *   what the content throws. Nothing is kept in that case.
   */
  put(upload: NewUpload): Promise<Upload>;
  find(id: string, organizationId: string): Promise<Upload | undefined>;
  /** The path of a local file with the bytes. Open it at once, because it is removed when the upload expires. */
  fileOf(id: string, organizationId: string): Promise<string | undefined>;
  /** Does nothing if the upload does not exist. */
  remove(id: string, organizationId: string): Promise<void>;
  /** Removes expired uploads and the remains of crashes. @returns how many of each */
  sweep(): Promise<{ readonly expired: number; readonly leftovers: number }>;
}

/** The upload has more bytes than allowed. */
export class UploadTooLarge extends Error {
  constructor(readonly allowed: number) {
    super(`the upload has more than ${allowed.toLocaleString('en')} bytes: leave out what need not be analysed`);
    this.name = 'UploadTooLarge';
  }
}
