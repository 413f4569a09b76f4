import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PaymentProviderUnavailable } from '../src';
import { StripeProvider } from '../src/stripe/stripe-provider';

const order = { purchaseId: 'ovr_1', organizationId: 'org_1', customer: 'cus_1', description: 'Overage', cents: 12 };

describe('a charge that Stripe does not take', () => {
  let server: Server;
  let code: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const isCharge = request.url === '/v1/payment_intents';
      response.writeHead(isCharge ? 400 : 200, { 'content-type': 'application/json' });
      const error = { type: 'invalid_request_error', code, message: 'Stripe says why.' };
      response.end(JSON.stringify(isCharge ? { error } : { object: 'list', data: [{ id: 'pm_1' }] }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => server.close());

  const charge = (): Promise<unknown> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new StripeProvider({ secretKey: 'sk_test_1', webhookSecret: undefined, url }).charge(order);
  };

  it('is declined where it is below what Stripe charges at least', async () => {
    code = 'amount_too_small';
    expect(await charge()).toEqual({ status: 'declined', reference: null, reason: 'amount_too_small' });
  });

  it('is to be tried again where anything else is wrong', async () => {
    code = 'resource_missing';
    await expect(charge()).rejects.toBeInstanceOf(PaymentProviderUnavailable);
  });
});
