import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InfrastructureError, canonicalJson, messageOf, sha256Hex } from '@assay/kernel';
import { replaceFile, syncFolder, ignoreError } from './durable-files';
import { keysFromSetting, keysFromFile } from './key-ring';
import { seal, unseal } from './sealed-secret';
import { MAX_SECRET_LENGTH, type SecretName, type SecretStore, SecretUnreadable } from './secret-store';

interface FolderSecretStoreOptions {
  /** A folder that only this store uses. Every process that needs the secrets must be given the same one. */
  readonly folder: string;
  /** Keys of 32 bytes each. The first encrypts. If there are none, the keys in the file are used. */
  readonly keys: readonly Buffer[];
  /** The file with the keys if no setting gives them. The first secret that is stored creates it. */
  readonly keyFile: string;
}

/**
 * Stores each secret as an encrypted file. The file name is a hash, so a listing of the folder reveals neither the
 * owners nor the purposes of the secrets.
 */
export function createFolderSecretStore({
  folder,
  keys: [first, ...old],
  keyFile,
}: FolderSecretStoreOptions): SecretStore {
  const ring = first ? keysFromSetting([first, ...old]) : keysFromFile(keyFile);
  const fileOf = ({ organizationId, name }: SecretName) =>
    join(folder, sha256Hex(canonicalJson([organizationId, name])));
  const withStore = <Answer>(use: () => Promise<Answer>): Promise<Answer> =>
    use().catch((error: unknown) => {
      if (error instanceof SecretUnreadable) throw error;
      throw new InfrastructureError(`the secret store in ${folder} cannot be used: ${messageOf(error)}`, {
        cause: error,
      });
    });
  return {
    async put(secret, value) {
      if (value.length > MAX_SECRET_LENGTH)
        throw new RangeError(`a secret has at most ${MAX_SECRET_LENGTH.toLocaleString('en')} characters`);
      await withStore(async () => {
        const sealed = seal(secret, value, await ring.current());
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await replaceFile(fileOf(secret), sealed);
      });
    },
    get: (secret) =>
      withStore(async () => {
        const sealed = await readFile(fileOf(secret)).catch(ignoreError('ENOENT'));
        return sealed === undefined ? undefined : unseal(secret, sealed, await ring.keys(), ring.source);
      }),
    has: (secret) => withStore(async () => (await stat(fileOf(secret)).catch(ignoreError('ENOENT'))) !== undefined),
    remove: (secret) =>
      withStore(async () => {
        const gone = await rm(fileOf(secret)).then(() => true, ignoreError('ENOENT'));
        if (gone) await syncFolder(folder);
      }),
  };
}
