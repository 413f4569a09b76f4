import { StripeProvider } from '../../libs/payments/src/stripe/stripe-provider';
import { PaymentProviderUnavailable } from '@assay/payments';
import { stripeMock } from '../../scripts/engines/stripe-mock';
import { freePort } from '../support/engines/free-port';
import { type ServerProcess, startServer } from '../support/engines/server-process';

const order = {
  purchaseId: 'pur_1',
  organizationId: 'org_1',
  customer: 'cus_1',
  description: '500 credits',
  cents: 4_500,
};

// It keeps nothing, and answers with examples. What it refuses, Stripe would refuse: each request is checked against
// Stripe's own description.
describe("each call of the adapter to Stripe's own mock", () => {
  let server: ServerProcess;
  let provider: StripeProvider;
  let url: string;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = await startServer({
      name: 'stripe-mock',
      program: await stripeMock(),
      args: ['-http-addr', `127.0.0.1:${port}`],
      says: /Listening for HTTP/,
      answers: () => fetch(url),
    });
    provider = new StripeProvider({ secretKey: 'sk_test_123456789', webhookSecret: undefined, url });
  });
  afterAll(() => server.stop());

  it('finds or makes a customer', async () =>
    expect(await provider.customer({ organizationId: 'org_1', name: 'Shop' })).toMatch(/^cus_/));

  it('opens a page', async () => {
    const opened = provider.openCheckout({
      ...order,
      returnTo: { success: 'https://app.example/?success=true', cancel: 'https://app.example/?canceled=true' },
      expiresAt: new Date(Date.now() + 12 * 3_600_000).toISOString(),
    });
    expect(await opened).toEqual({ url: expect.stringMatching(/^https:/), reference: expect.stringMatching(/^cs_/) });
  });

  it('asks for a method on file, and charges it', async () => {
    expect(await provider.hasMethodOnFile('cus_1')).toBe(true);
    // The example that it answers with is a payment that still needs a method.
    expect(await provider.charge(order)).toEqual({
      status: expect.stringMatching(/^(paid|pending|declined)$/),
      reference: expect.stringMatching(/^pi_/),
      reason: expect.any(String),
    });
  });

  it('asks how a page, a payment, and a payment without its reference stand', async () => {
    expect(await provider.payment({ ...order, reference: 'cs_test_1' })).toMatchObject({
      reference: expect.stringMatching(/^cs_/),
    });
    expect(await provider.payment({ ...order, reference: 'pi_1' })).toMatchObject({ reference: expect.any(String) });
    expect(await provider.payment(order)).toBeUndefined();
  });

  it('says that Stripe cannot be reached where it does not take the key', async () => {
    const wrong = new StripeProvider({ secretKey: 'not_a_key', webhookSecret: undefined, url });
    await expect(wrong.hasMethodOnFile('cus_1')).rejects.toBeInstanceOf(PaymentProviderUnavailable);
  });
});
