import { createHash } from 'node:crypto';

/** A key of AES-256, and what tells it from others without telling anything about it. */
export interface EncryptionKey {
  readonly id: Buffer;
  readonly bytes: Buffer;
}

/** Enough to tell the handful of keys of an installation apart. */
export const ID_BYTES = 8;

/** @param bytes 32 */
export function encryptionKey(bytes: Buffer): EncryptionKey {
  return { id: createHash('sha256').update('assay secret key\0').update(bytes).digest().subarray(0, ID_BYTES), bytes };
}
