import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { EncryptionKey } from './encryption-key';
import { keysFromFile, keysFromSetting } from './key-ring';

/** The injection token of the {@link TextSigner}. */
export const TEXT_SIGNER = Symbol('TextSigner');

/** Signs texts that this service gives to others and takes back, such as the address of a shared report. */
export interface TextSigner {
  /**
   * @param purpose what is signed: what is signed for one thing says nothing for another
   * @returns 43 characters of base64url: the HMAC-SHA256 of the text
   * @throws SecretUnreadable, InfrastructureError
   */
  sign(purpose: string, text: string): Promise<string>;
  /** Whether any key of this installation made the signature, also an old one. @throws SecretUnreadable */
  isSigned(purpose: string, text: string, signature: string): Promise<boolean>;
}

/** @param keys and `keyFile`: as of the secret store, whose keys it uses; the file is made where there is none */
export function createTextSigner({
  keys: [first, ...old],
  keyFile,
}: {
  readonly keys: readonly Buffer[];
  readonly keyFile: string;
}): TextSigner {
  const ring = first ? keysFromSetting([first, ...old]) : keysFromFile(keyFile);
  return {
    sign: async (purpose, text) => signature(await ring.current(), purpose, text).toString('base64url'),
    async isSigned(purpose, text, given) {
      const bytes = Buffer.from(given, 'base64url');
      // Several texts of base64url may stand for the same bytes: one of them is the signature.
      if (bytes.length !== MAC_BYTES || bytes.toString('base64url') !== given) return false;
      return (await ring.keys()).some((key) => timingSafeEqual(signature(key, purpose, text), bytes));
    },
  };
}

const MAC_BYTES = 32;

/** Under a key of its own for each purpose: the one that encrypts signs nothing itself. */
const signature = ({ bytes }: EncryptionKey, purpose: string, text: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', bytes, '', `assay signs: ${purpose}`, MAC_BYTES)))
    .update(text)
    .digest();
