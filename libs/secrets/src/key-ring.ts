import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KEY_BYTES, parseKeys } from '@assay/kernel';
import { createFile, ignoreError } from './durable-files';
import { type EncryptionKey, encryptionKey } from './encryption-key';
import { SecretUnreadable } from './secret-store';

/** The keys of this installation. The first encrypts; the others are old and only decrypt. */
interface KeyRing {
  /** A text for people that says where the keys come from. */
  readonly source: string;
  keys(): Promise<readonly EncryptionKey[]>;
  /** The key that encrypts. It is created if there is none yet. */
  current(): Promise<EncryptionKey>;
}

/** Makes a key ring from the keys in the settings. */
export function keysFromSetting(bytes: readonly [Buffer, ...Buffer[]]): KeyRing {
  const [current, ...old] = bytes.map(encryptionKey) as [EncryptionKey, ...EncryptionKey[]];
  return {
    source: 'its keys are those of ASSAY_SECRET_KEY',
    keys: async () => [current, ...old],
    current: async () => current,
  };
}

/**
 * Makes a key ring from a file with one key a line. Storing the first secret creates the file with one key. The file is
 * read each time: a secret is needed only once per clone, and an added key takes effect at once.
 */
export function keysFromFile(file: string): KeyRing {
  const read = async (): Promise<readonly EncryptionKey[]> => {
    const text = await readFile(file, 'utf8').catch(ignoreError('ENOENT'));
    if (text === undefined) return [];
    const keys = parseKeys(text.split('\n').filter((line) => line.trim() !== ''));
    if (!keys)
      throw new SecretUnreadable(
        `the file of ASSAY_SECRET_KEY_FILE must hold keys of ${KEY_BYTES} bytes in base64 or hex, one a line: ` +
          'put back the one that was there, or set ASSAY_SECRET_KEY',
      );
    return keys.map(encryptionKey);
  };
  const current = async (): Promise<EncryptionKey> => {
    const [key] = await read();
    if (key) return key;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await createFile(file, Buffer.from(`${randomBytes(KEY_BYTES).toString('base64')}\n`));
    const [made] = await read(); // the file is read again, because another process may have created it first
    if (made) return made;
    throw new SecretUnreadable(
      'the file of ASSAY_SECRET_KEY_FILE was made and is gone again: is something clearing its folder?',
    );
  };
  return {
    source: 'its keys are those in the file of ASSAY_SECRET_KEY_FILE, and ASSAY_SECRET_KEY is not set',
    keys: read,
    current,
  };
}
