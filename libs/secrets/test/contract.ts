import fc from 'fast-check';
import { MAX_SECRET_LENGTH, type SecretName, type SecretStore } from '../src';

/** Opens a store. All calls within one test open the same store, as different processes would. */
export type OpenSecretStore = () => Promise<SecretStore>;

const ADA: SecretName = { organizationId: 'org_ada', name: 'hosta/token' };
/** Texts that can be encoded as UTF-8. */
const texts = fc.string({ unit: 'grapheme', maxLength: 300 });

/** The contract of the port, for every adapter. */
export function secretStoreContract(name: string, open: OpenSecretStore): void {
  describe(`${name} as a secret store`, () => {
    it('gives what was kept, to whoever opens it', async () => {
      await (await open()).put(ADA, 'tkn_5ecret');
      const other = await open();
      expect([await other.get(ADA), await other.has(ADA)]).toEqual(['tkn_5ecret', true]);
    });

    it('has nothing under a name that nobody used', async () => {
      const store = await open();
      expect([await store.get(ADA), await store.has(ADA)]).toEqual([undefined, false]);
    });

    it('keeps the last one of a name', async () => {
      const store = await open();
      for (const value of ['first, and the longer one', 'second']) await store.put(ADA, value);
      expect(await store.get(ADA)).toBe('second');
    });

    it('has nothing where it was removed, once or twice, or never kept', async () => {
      const store = await open();
      await store.remove(ADA);
      await store.put(ADA, 'tkn_5ecret');
      await store.remove(ADA);
      await store.remove(ADA);
      expect([await store.get(ADA), await store.has(ADA)]).toEqual([undefined, false]);
    });

    it.each([
      [{ organizationId: 'org_eve', name: 'hosta/token' }],
      [{ organizationId: 'org_ada', name: 'hostb/token' }],
      [{ organizationId: 'org_ada/hosta', name: 'token' }],
      [{ organizationId: 'org_ada","hosta/token', name: '' }],
      [{ organizationId: '../org_ada', name: 'hosta/token' }],
    ])('keeps %j apart from another, whatever characters they are made of', async (other) => {
      const store = await open();
      await store.put(ADA, 'of ada');
      expect(await store.get(other)).toBeUndefined();
      await store.put(other, 'of another');
      await store.remove(other);
      expect(await store.get(ADA)).toBe('of ada');
    });

    it('gives every text back as it was, under every name', async () => {
      const store = await open();
      await fc.assert(
        fc.asyncProperty(texts, texts, texts, async (organizationId, secret, value) => {
          await store.put({ organizationId, name: secret }, value);
          expect(await store.get({ organizationId, name: secret })).toBe(value);
        }),
        { numRuns: 40 },
      );
    });

    it('keeps a long one, and refuses a longer one', async () => {
      const store = await open();
      await store.put(ADA, 'x'.repeat(MAX_SECRET_LENGTH));
      await expect(store.put(ADA, 'x'.repeat(MAX_SECRET_LENGTH + 1))).rejects.toThrow(RangeError);
      expect(await store.get(ADA)).toHaveLength(MAX_SECRET_LENGTH);
    });

    it('has one of them as a whole where several are kept at once', async () => {
      const values = Array.from({ length: 12 }, (_, index) => `${index}`.repeat(2_000));
      await Promise.all(values.map(async (value) => (await open()).put(ADA, value)));
      expect(values).toContain(await (await open()).get(ADA));
    });
  });
}
