import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { canonicalJson } from '@assay/kernel';
import { type EncryptionKey, ID_BYTES } from './encryption-key';
import { type SecretName, SecretUnreadable } from './secret-store';

/**
 * The format of a stored secret: `ASEC`, the version of the format (1), the id of the key, a random nonce, the
 * ciphertext and its tag (AES-256-GCM). Everything before the nonce is authenticated, and so is the secret's name. So a
 * file that was put in the place of another, or whose version or key was changed, cannot be decrypted.
 */
const MAGIC = Buffer.from('ASEC');
const VERSION = 1;
const HEADER_BYTES = MAGIC.length + 1 + ID_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export function seal(secret: SecretName, value: string, key: EncryptionKey): Buffer {
  const header = Buffer.concat([MAGIC, Buffer.from([VERSION]), key.id]);
  // A random nonce of 96 bits: with four billion secrets under one key, the chance that any two share it is 2^-32.
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(
    authenticated(header, secret),
  );
  return Buffer.concat([header, nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws SecretUnreadable */
export function unseal(secret: SecretName, sealed: Buffer, keys: readonly EncryptionKey[], keySource: string): string {
  if (sealed.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || !sealed.subarray(0, MAGIC.length).equals(MAGIC))
    throw damaged(secret);
  const version = sealed[MAGIC.length]!;
  if (version !== VERSION)
    throw new SecretUnreadable(
      `the secret ${secret.name} is damaged, or was written in the format ${version} of a later version of Assay`,
    );
  const header = sealed.subarray(0, HEADER_BYTES);
  const id = header.subarray(-ID_BYTES);
  const key = keys.find((each) => each.id.equals(id));
  if (!key)
    throw new SecretUnreadable(
      `the secret ${secret.name} is encrypted with the key ${id.toString('hex')}, ` +
        `which this process does not have: ${keySource}. ` +
        'Give the API and all workers the same keys, and keep an old one behind the new one',
    );
  const [nonceEnd, textEnd] = [HEADER_BYTES + NONCE_BYTES, sealed.length - TAG_BYTES];
  const decipher = createDecipheriv(CIPHER, key.bytes, sealed.subarray(HEADER_BYTES, nonceEnd), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(authenticated(header, secret))
    .setAuthTag(sealed.subarray(textEnd));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceEnd, textEnd)), decipher.final()]).toString('utf8');
  } catch (error) {
    throw damaged(secret, error);
  }
}

const authenticated = (header: Buffer, { organizationId, name }: SecretName): Buffer =>
  Buffer.concat([header, Buffer.from(canonicalJson([organizationId, name]))]);

const damaged = ({ name }: SecretName, cause?: unknown): SecretUnreadable =>
  new SecretUnreadable(`the secret ${name} is damaged, or its file is another secret's: set it again`, {
    ...(cause !== undefined && { cause }),
  });
