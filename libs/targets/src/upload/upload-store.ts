import type { UploadKind } from './upload-kind';

/** What was uploaded, without its bytes. */
export interface Upload {
  readonly id: string;
  readonly organizationId: string;
  /** As the client called it: shown, never used as a path. */
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

/** Keeps uploads until they expire. Another organization's upload is not there, and neither is half of one. */
export interface UploadStore {
  /**
   * Takes an upload in as it comes. It is there when this returns and not before, whatever ends the process.
   * @throws UploadTooLarge, ArchiveRefused for a kind that is not analysed, InfrastructureError, what the content
   *   throws; nothing is kept then
   */
  put(upload: NewUpload): Promise<Upload>;
  find(id: string, organizationId: string): Promise<Upload | undefined>;
  /** A file of this machine with the bytes; to be opened at once, since an expired one goes. */
  fileOf(id: string, organizationId: string): Promise<string | undefined>;
  /** One that is not there is removed already. */
  remove(id: string, organizationId: string): Promise<void>;
  /** Removes what expired and what a crash left. @returns how many of each */
  sweep(): Promise<{ readonly expired: number; readonly leftovers: number }>;
}

/** More bytes than an upload may have. */
export class UploadTooLarge extends Error {
  constructor(readonly allowed: number) {
    super(`the upload has more than ${allowed.toLocaleString('en')} bytes: leave out what need not be analysed`);
    this.name = 'UploadTooLarge';
  }
}
