import { randomBytes } from 'node:crypto';
import { sha256Hex } from '@assay/kernel';

const KEY_PREFIX = 'asy_';
const SECRET_BYTES = 32;
/** `asy_` and the first 8 characters: 48 of the 256 bits, enough to tell keys apart, too few to guess the rest. */
const SHOWN = KEY_PREFIX.length + 8;

/** A new key: `asy_` and 32 random bytes in base64url. Shown once; only its hash is kept. */
export const newRawKey = (): string => KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');

/**
 * No salt and no stretching: the key has 256 random bits, so there is nothing to guess, and the hash is what it is
 * found by.
 */
export const hashOfKey = (rawKey: string): string => sha256Hex(rawKey);
export const prefixOfKey = (rawKey: string): string => rawKey.slice(0, SHOWN);
export const looksLikeKey = (text: string): boolean => /^asy_[A-Za-z0-9_-]{43}$/.test(text);
