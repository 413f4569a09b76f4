import { createHash } from 'node:crypto';

/** A key of AES-256, with an id that distinguishes it from others but reveals nothing about it. */
export interface EncryptionKey {
  readonly id: Buffer;
  readonly bytes: Buffer;
}

/** Enough to distinguish the few keys of an installation. */
export const ID_BYTES = 8;

/** @param bytes the key: 32 bytes */
export function encryptionKey(bytes: Buffer): EncryptionKey {
  return { id: createHash('sha256').update('assay secret key\0').update(bytes).digest().subarray(0, ID_BYTES), bytes };
}
