import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSigningKey } from './signing-key';

describe('the key that signs exports', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-signing-key-'));
    file = join(folder, 'keys', 'audit.key');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made once, readable by its owner alone, and signs what its public half verifies', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map(() => openSigningKey(file)));
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [{ publicKey, sign }] = keys as [(typeof keys)[0]];
    const message = Buffer.from('a manifest');
    const prefix = Buffer.from('302a300506032b6570032100', 'hex');
    const spki = Buffer.concat([prefix, Buffer.from(publicKey, 'base64')]);
    const imported = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, message, imported, sign(message))).toBe(true);
    expect(verify(null, Buffer.from('another'), imported, sign(message))).toBe(false);
    expect(JSON.stringify(keys)).not.toContain('PRIVATE');
  });

  it.each([
    ['nonsense', 'nothing of the kind, and what it is instead must not be told'],
    ['a key of another kind', generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' })],
  ])('is refused where the file holds %s, which is kept and not quoted', async (_, content) => {
    const path = join(folder, 'wrong.key');
    await writeFile(path, content);
    const error: unknown = await openSigningKey(path).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringMatching(/ASSAY_AUDIT_KEY_FILE.*Ed25519/) });
    expect(String(error)).not.toContain(String(content).slice(30, 60));
    expect(await readFile(path, 'utf8')).toBe(content);
  });
});
