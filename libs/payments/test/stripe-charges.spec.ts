import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PaymentProviderUnavailable } from '../src';
import { StripeProvider } from '../src/stripe/stripe-provider';

const order = { purchaseId: 'ovr_1', organizationId: 'org_1', customer: 'cus_1', description: 'Overage', cents: 12 };

describe('a charge that Stripe does not take', () => {
  let server: Server;
  let error: object;
  let intents: object[];
  beforeAll(async () => {
    server = createServer(({ method, url = '' }, response) => {
      const isCharge = method === 'POST' && url === '/v1/payment_intents';
      response.writeHead(isCharge ? 400 : 200, { 'content-type': 'application/json' });
      const data = url.startsWith('/v1/payment_intents?') ? intents : [{ id: 'pm_1' }];
      response.end(JSON.stringify(isCharge ? { error } : { object: 'list', data }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => {
    intents = [];
  });
  afterAll(() => server.close());

  const charge = (): Promise<unknown> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new StripeProvider({ secretKey: 'sk_test_1', webhookSecret: undefined, url }).charge(order);
  };
  const refused = (code: string) => ({ type: 'invalid_request_error', code, message: 'Stripe says why.' });

  it('is declined where it is below what Stripe charges at least', async () => {
    error = refused('amount_too_small');
    expect(await charge()).toEqual({ status: 'declined', reference: null, reason: 'amount_too_small' });
  });

  it('is to be tried again where anything else is wrong', async () => {
    error = refused('resource_missing');
    await expect(charge()).rejects.toBeInstanceOf(PaymentProviderUnavailable);
  });

  describe('because its answer was lost, and the customer has another card since', () => {
    const metadata = { purchaseId: order.purchaseId };
    beforeEach(() => {
      error = { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' };
    });

    it.each([
      [{ status: 'succeeded' }, { status: 'paid' }],
      [{ status: 'processing' }, { status: 'pending' }],
      [
        { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
        { status: 'declined', reason: 'card_declined' },
      ],
    ])('has the outcome of the first try: %j', async (state, outcome) => {
      intents = [
        { id: 'pi_2', metadata: { purchaseId: 'ovr_2' }, status: 'succeeded' },
        { id: 'pi_1', metadata, ...state },
      ];
      expect(await charge()).toEqual({ ...outcome, reference: 'pi_1' });
    });

    it.each([
      [{ code: 'idempotency_key_in_use' }, { status: 'requires_payment_method' }],
      [{}, { status: 'requires_confirmation' }],
    ])('is to be tried again while the first try is not over: %j', async (more, state) => {
      error = { ...error, ...more };
      intents = [{ id: 'pi_1', metadata, ...state }];
      await expect(charge()).rejects.toBeInstanceOf(PaymentProviderUnavailable);
    });

    it('is to be tried again where the first try made no payment', async () => {
      intents = [{ id: 'pi_2', metadata: { purchaseId: 'ovr_2' }, status: 'succeeded' }];
      await expect(charge()).rejects.toBeInstanceOf(PaymentProviderUnavailable);
    });
  });
});
