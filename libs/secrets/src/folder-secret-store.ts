import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InfrastructureError, canonicalJson, messageOf, sha256Hex } from '@assay/kernel';
import { replaceFile, syncFolder, unless } from './durable-files';
import { givenKeys, keysInFile } from './key-ring';
import { seal, unseal } from './sealed-secret';
import { LONGEST_SECRET, type SecretName, type SecretStore, SecretUnreadable } from './secret-store';

export interface FolderSecretStoreOptions {
  /** A folder that is the store's alone; every process that needs the secrets is given the same one. */
  readonly folder: string;
  /** 32 bytes each, the first one to encrypt with. None: those of the file. */
  readonly keys: readonly Buffer[];
  /** Where keys are that no setting gives; made by the first secret that is kept. */
  readonly keyFile: string;
}

/**
 * Secrets as encrypted files, one each, named by a hash: a folder that is listed tells neither whose they are nor what
 * for.
 */
export function createFolderSecretStore({
  folder,
  keys: [first, ...old],
  keyFile,
}: FolderSecretStoreOptions): SecretStore {
  const ring = first ? givenKeys([first, ...old]) : keysInFile(keyFile);
  const fileOf = ({ organizationId, name }: SecretName) =>
    join(folder, sha256Hex(canonicalJson([organizationId, name])));
  const file = <Answer>(use: () => Promise<Answer>): Promise<Answer> =>
    use().catch((error: unknown) => {
      if (error instanceof SecretUnreadable) throw error;
      throw new InfrastructureError(`the secret store in ${folder} cannot be used: ${messageOf(error)}`, {
        cause: error,
      });
    });
  return {
    async put(secret, value) {
      if (value.length > LONGEST_SECRET)
        throw new RangeError(`a secret has at most ${LONGEST_SECRET.toLocaleString('en')} characters`);
      await file(async () => {
        const sealed = seal(secret, value, await ring.current());
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await replaceFile(fileOf(secret), sealed);
      });
    },
    get: (secret) =>
      file(async () => {
        const sealed = await readFile(fileOf(secret)).catch(unless('ENOENT'));
        return sealed === undefined ? undefined : unseal(secret, sealed, await ring.keys(), ring.source);
      }),
    has: (secret) => file(async () => (await stat(fileOf(secret)).catch(unless('ENOENT'))) !== undefined),
    remove: (secret) =>
      file(async () => {
        const gone = await rm(fileOf(secret)).then(() => true, unless('ENOENT'));
        if (gone) await syncFolder(folder);
      }),
  };
}
