import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { InfrastructureError } from '@assay/kernel';
import { createFolderSecretStore } from '../src';
import { secretStoreContract } from './contract';
import { putInProcesses } from './put-in-processes';

const ADA = { organizationId: 'org_ada', name: 'hosta/token' };
const EVE = { organizationId: 'org_eve', name: 'hosta/token' };
const SECRET = 'tkn_5ecret';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-secrets-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (...parts: string[]) => join(root, ...parts);
const storeWith = (...keys: Buffer[]) =>
  createFolderSecretStore({ folder: at('secrets'), keys, keyFile: at('keys/secret.key') });
/** The one file that there is. */
const onlyFile = () => {
  const [name, ...others] = readdirSync(at('secrets'));
  expect(others).toEqual([]);
  return at('secrets', name!);
};
const [key, nextKey] = [randomBytes(32), randomBytes(32)];

secretStoreContract('a folder with a key from the settings', async () => storeWith(key));
secretStoreContract('a folder with a key that it makes', async () => storeWith());
secretStoreContract('a folder whose key was changed since', async () => storeWith(nextKey, key));

describe('a secret at rest', () => {
  it('is seen in no file and no name, not even whose it is', async () => {
    await storeWith(key).put(ADA, SECRET);
    const file = onlyFile();
    expect(file).toMatch(/\/[0-9a-f]{64}$/);
    for (const text of [SECRET, 'org_ada', 'hosta', key.toString('latin1')])
      expect(readFileSync(file).includes(Buffer.from(text, 'latin1'))).toBe(false);
  });

  it("is its owner's to read, and leaves no half-written file", async () => {
    await storeWith().put(ADA, SECRET);
    expect(
      [at('secrets'), onlyFile(), at('keys'), at('keys/secret.key')].map((path) =>
        (statSync(path).mode & 0o777).toString(8),
      ),
    ).toEqual(['700', '600', '700', '600']);
    expect(readdirSync(at('keys'))).toEqual(['secret.key']);
  });

  it('is another file each time, so that nobody sees that it is the same', async () => {
    const store = storeWith(key);
    await store.put(ADA, SECRET);
    const first = readFileSync(onlyFile());
    await store.put(ADA, SECRET);
    expect(readFileSync(onlyFile()).equals(first)).toBe(false);
  });

  it('is an error and no other text, whichever byte of it is changed, and however', async () => {
    const store = storeWith(key);
    await store.put(ADA, SECRET);
    const file = onlyFile();
    const sealed = readFileSync(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), async (index, mask) => {
        const changed = Buffer.from(sealed);
        changed[index]! ^= mask;
        writeFileSync(file, changed);
        await expect(store.get(ADA)).rejects.toMatchObject({ name: 'SecretUnreadable' });
        expect(await store.has(ADA)).toBe(true);
      }),
      { numRuns: 300 },
    );
    for (let length = 0; length < sealed.length; length += 1) {
      writeFileSync(file, sealed.subarray(0, length));
      await expect(store.get(ADA)).rejects.toMatchObject({ name: 'SecretUnreadable' });
    }
    writeFileSync(file, sealed);
    appendFileSync(file, '\0');
    await expect(store.get(ADA)).rejects.toMatchObject({ name: 'SecretUnreadable' });
    writeFileSync(file, sealed);
    expect(await store.get(ADA)).toBe(SECRET);
  });

  it.each([[EVE], [{ ...ADA, name: 'hostb/token' }]])(
    'is an error where its file is put in the place of %j',
    async (other) => {
      const store = storeWith(key);
      await store.put(ADA, SECRET);
      const ofAda = onlyFile();
      await store.put(other, 'another');
      const ofOther = readdirSync(at('secrets'))
        .map((name) => at('secrets', name))
        .find((file) => file !== ofAda)!;
      copyFileSync(ofAda, ofOther);
      await expect(store.get(other)).rejects.toThrow(
        `the secret ${other.name} is damaged, or its file is another secret's: set it again`,
      );
      expect(await store.get(ADA)).toBe(SECRET);
    },
  );

  it('names the format where a later version wrote it', async () => {
    const store = storeWith(key);
    await store.put(ADA, SECRET);
    const sealed = readFileSync(onlyFile());
    sealed[4] = 2;
    writeFileSync(onlyFile(), sealed);
    await expect(store.get(ADA)).rejects.toThrow('the format 2 of a later version');
  });

  it('is a fault worth a retry where its folder cannot be used', async () => {
    writeFileSync(at('secrets'), 'a file');
    const store = storeWith(key);
    await expect(store.put(ADA, SECRET)).rejects.toThrow(InfrastructureError);
    await expect(store.get(ADA)).rejects.toThrow(InfrastructureError);
    await expect(store.has(ADA)).rejects.toThrow(InfrastructureError);
    await expect(store.remove(ADA)).rejects.toThrow(InfrastructureError);
  });
});

describe('the keys', () => {
  it('are missed by name, with the setting to mend, where another one encrypted', async () => {
    await storeWith(key).put(ADA, SECRET);
    const fault = await storeWith(randomBytes(32))
      .get(ADA)
      .catch((error: Error) => error);
    expect(fault).toMatchObject({
      name: 'SecretUnreadable',
      message: expect.stringMatching(
        new RegExp(
          'encrypted with the key [0-9a-f]{16}, which this process does not have: ' +
            'its keys are those of ASSAY_SECRET_KEY\\.',
        ),
      ),
    });
    expect((fault as Error).message).not.toContain(key.toString('hex').slice(0, 16));
    await expect(storeWith().get(ADA)).rejects.toThrow(
      /those in the file of ASSAY_SECRET_KEY_FILE, and ASSAY_SECRET_KEY is not set/,
    );
  });

  it('are changed by putting the new one before the old one: both open what they encrypted', async () => {
    const [old, young] = [randomBytes(32), randomBytes(32)];
    await storeWith(old).put(ADA, SECRET);
    const both = storeWith(young, old);
    await both.put(EVE, 'of eve');
    expect([await both.get(ADA), await both.get(EVE)]).toEqual([SECRET, 'of eve']);
    expect(await storeWith(young).get(EVE)).toBe('of eve');
    await expect(storeWith(old).get(EVE)).rejects.toMatchObject({ name: 'SecretUnreadable' });
  });

  it('may be changed in their file as well, while processes run', async () => {
    const store = storeWith();
    await store.put(ADA, SECRET);
    const before = readFileSync(at('keys/secret.key'), 'utf8');
    writeFileSync(at('keys/secret.key'), `${key.toString('hex')}\n\n${before}`);
    await store.put(EVE, 'of eve');
    expect([await store.get(ADA), await storeWith(key).get(EVE)]).toEqual([SECRET, 'of eve']);
  });

  it('are made by what is kept, not by whoever looks', async () => {
    const store = storeWith();
    expect([await store.get(ADA), await store.has(ADA)]).toEqual([undefined, false]);
    await store.remove(ADA);
    expect(existsSync(at('keys'))).toBe(false);
  });

  it('are made once, however many processes keep their first secret at the same time', async () => {
    const organizations = Array.from({ length: 4 }, (_, index) => `org_${index}`);
    await putInProcesses({ folder: at('secrets'), keyFile: at('keys/secret.key'), name: 'token', organizations });
    const store = storeWith();
    for (const organizationId of organizations)
      expect(await store.get({ organizationId, name: 'token' })).toBe(`secret of ${organizationId}`);
    expect(readFileSync(at('keys/secret.key'), 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
    expect(readdirSync(at('keys'))).toEqual(['secret.key']);
  }, 60_000);

  it.each(['', 'no key\n'])('are not made anew over a file that holds "%s" instead', async (content) => {
    await storeWith().put(ADA, SECRET);
    writeFileSync(at('keys/secret.key'), content);
    await expect(storeWith().get(ADA)).rejects.toThrow(/ASSAY_SECRET_KEY_FILE/);
    await expect(storeWith().put(EVE, SECRET)).rejects.toMatchObject({
      name: 'SecretUnreadable',
      message: expect.stringContaining('ASSAY_SECRET_KEY_FILE'),
    });
    expect(readFileSync(at('keys/secret.key'), 'utf8')).toBe(content);
  });
});
