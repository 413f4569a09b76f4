import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTextSigner } from './text-signer';

const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const signerOf = (...keys: Buffer[]) => createTextSigner({ keys, keyFile: '/nonexistent' });

describe('the signer of texts', () => {
  it('knows what it signed, for the same purpose and text alone', async () => {
    const signer = signerOf(one);
    const signed = await signer.sign('links', 'a text');
    expect(signed).toMatch(/^[\w-]{43}$/);
    expect(await signer.isSigned('links', 'a text', signed)).toBe(true);
    expect(await signer.isSigned('links', 'a text.', signed)).toBe(false);
    expect(await signer.isSigned('others', 'a text', signed)).toBe(false);
    expect(await signerOf(other).isSigned('links', 'a text', signed)).toBe(false);
  });

  it('takes each signature in one form', async () => {
    const signer = signerOf(one);
    const signed = await signer.sign('links', 'a text');
    // The last character has two bits that stand for nothing.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = `${signed.slice(0, -1)}${alphabet[alphabet.indexOf(signed.at(-1)!) ^ 1]}`;
    expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(signed, 'base64url'));
    for (const wrong of [twin, `${signed}=`, ` ${signed}`, signed.slice(1), ''])
      expect(await signer.isSigned('links', 'a text', wrong)).toBe(false);
  });

  it('signs with the first key, and knows what the old ones signed', async () => {
    const old = await signerOf(one).sign('links', 'a text');
    const rotated = signerOf(other, one);
    expect(await rotated.isSigned('links', 'a text', old)).toBe(true);
    expect(await rotated.sign('links', 'a text')).toBe(await signerOf(other).sign('links', 'a text'));
  });

  it('makes a key where there is none, which every process finds', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-signer-'));
    try {
      const keyFile = join(folder, 'keys', 'secret.key');
      const [a, b] = [1, 2].map(() => createTextSigner({ keys: [], keyFile }));
      expect(await a!.isSigned('links', 'a text', 'A'.repeat(43))).toBe(false);
      expect(await b!.isSigned('links', 'a text', await a!.sign('links', 'a text'))).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
