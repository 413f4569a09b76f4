import { type KeyObject, createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InfrastructureError } from '@assay/kernel';
import { createFile, ignoreError } from './durable-files';

/** The public facts of a signing key. */
interface PublicSigningKey {
  /** The first 16 hex digits of the SHA-256 of the public key. */
  readonly id: string;
  readonly algorithm: 'Ed25519';
  /** The 32 bytes of the public key (RFC 8032), in base64. */
  readonly publicKey: string;
}

/** An Ed25519 key that never leaves its file: it signs, and exposes its public half. */
export interface SigningKey extends PublicSigningKey {
  sign(message: Uint8Array): Buffer;
}

/**
 * Reads the key from its file, which only its owner can read. A missing key is generated. If several processes do that
 * at once, all get the same key.
 *
 * @throws InfrastructureError if the file holds something else
 */
export async function openSigningKey(file: string): Promise<SigningKey> {
  const key = (await read(file)) ?? (await made(file));
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_BYTES);
  return {
    id: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
    algorithm: 'Ed25519',
    publicKey: publicKey.toString('base64'),
    sign: (message) => sign(null, message, key),
  };
}

const PUBLIC_BYTES = 32;

async function made(file: string): Promise<KeyObject> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  await createFile(file, Buffer.from(privateKey.export({ format: 'pem', type: 'pkcs8' })));
  const key = await read(file); // another process may have created it first
  if (key) return key;
  throw new InfrastructureError(`${file} was made and is gone again: is something clearing its folder?`);
}

async function read(file: string): Promise<KeyObject | undefined> {
  const text = await readFile(file).catch(ignoreError('ENOENT'));
  if (text === undefined) return undefined;
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    throw notAKey(file, error);
  }
  throw notAKey(file);
}

/** Keeps the content of the file out of the message. */
const notAKey = (file: string, cause?: unknown): InfrastructureError =>
  new InfrastructureError(
    `${file} (ASSAY_AUDIT_KEY_FILE) must hold a private key of Ed25519 in PEM: put back the one that was there`,
    { ...(cause !== undefined && { cause }) },
  );
