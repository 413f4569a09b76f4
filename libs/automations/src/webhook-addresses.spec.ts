import { createTextSigner } from '@assay/secrets';
import { WebhookAddresses, newWebhookAddress } from './webhook-addresses';

const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const addressesOf = (...keys: Buffer[]) => new WebhookAddresses(createTextSigner({ keys, keyFile: '/nonexistent' }));
const named = (webhookAddress: string) => ({ webhookAddress, webhookToken: null });

describe('the addresses of automations', () => {
  it('end in what names them and a signature that only this installation can make', async () => {
    const addresses = addressesOf(one);
    const about = named(newWebhookAddress());
    const token = (await addresses.tokenOf(about))!;
    expect(token).toMatch(/^hook_[\w-]{22}\.[\w-]{43}$/);
    expect(await addresses.addressed(token)).toEqual(about);
    expect(await addressesOf(other).addressed(token)).toBeUndefined();
    const [, signature] = token.split('.');
    expect(await addresses.addressed(`${newWebhookAddress()}.${signature}`)).toBeUndefined();
  });

  it('stay good when the key of the installation is another one, and the one before is kept', async () => {
    const about = named(newWebhookAddress());
    const before = (await addressesOf(one).tokenOf(about))!;
    const rotated = addressesOf(other, one);
    expect(await rotated.addressed(before)).toEqual(about);
    expect(await rotated.tokenOf(about)).not.toBe(before);
  });

  it.each(['a'.repeat(43), 'hook_abc', '', `hook_${'a'.repeat(22)}`])(
    'of an earlier release are as they were given, and nothing else is one: %j',
    async (token) =>
      expect(await addressesOf(one).addressed(token)).toEqual({ webhookAddress: null, webhookToken: token }),
  );

  it.each([
    [null, null],
    ['given before', 'given before'],
  ])('have the end %j where events say it', async (webhookToken, token) =>
    expect(await addressesOf(one).tokenOf({ webhookAddress: null, webhookToken })).toBe(token),
  );
});
