import { createHash } from 'node:crypto';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

const APP = 'https://app.example/credits?from=assay';

describe('purchases', () => {
  let service: RunningService;
  let tenant: Tenant;
  beforeAll(async () => {
    service = await runningService({ settings: { ASSAY_APP_URL: APP } });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    tenant = await service.tenant('free');
  });

  const buy = async (packageId = 'credits-100', headers = {}): Promise<string> => {
    const { status, body } = await tenant.post('/api/billing/purchase-credits', { packageId }, headers);
    expect({ status, body }).toEqual({ status: 200, body: { checkoutUrl: expect.any(String) } });
    return body.checkoutUrl as string;
  };
  /** Submits the page's form. */
  const press = async (page: string, fields: Readonly<Record<string, string>>, headers = {}) => {
    const token = createHash('sha256')
      .update(`form/${page.split('/').at(-1)}`)
      .digest('base64url');
    const body = new URLSearchParams({ token, card: 'accepted', keepCard: 'yes', ...fields });
    const { status, headers: said } = await fetch(page, { method: 'POST', body, headers, redirect: 'manual' });
    return { status, location: said.get('location') };
  };
  const remaining = async (): Promise<number> => {
    await service.platform.readModels.waitFor(await service.platform.events.head());
    return (await tenant.get('/api/billing/status')).body.credits.remaining;
  };
  /** Resolves when the ledger has booked so many payments or reversals. */
  const booked = async (page: string, times = 1): Promise<void> => {
    let seen = 0;
    const stream = `purchase-${page.split('/').at(-2)}`;
    for await (const message of service.platform.events.subscribeToStream(stream))
      if (message.kind === 'event' && message.event.type === 'PurchaseBooked' && ++seen === times) return;
  };

  it('are of packages that are listed with their price in dollars', async () => {
    const { status, body } = await tenant.get('/api/credit-packages');
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        { id: 'credits-100', name: '100 credits', credits: 100, price: 10, isFeatured: false },
        { id: 'credits-500', name: '500 credits', credits: 500, price: 45, isFeatured: true },
        { id: 'credits-2000', name: '2,000 credits', credits: 2_000, price: 160, isFeatured: false },
      ],
    });
  });

  it('are refused for an unknown package, without one, and without the permission', async () => {
    expectRefusal(await tenant.post('/api/billing/purchase-credits', { packageId: 'x' }), 404, 'PACKAGE_NOT_FOUND');
    expectInvalid(await tenant.post('/api/billing/purchase-credits', {}), 'packageId');
    const reader = await service.tenant('free', { permissions: ['billing:read'] });
    expectRefusal(await reader.post('/api/billing/purchase-credits', { packageId: 'credits-100' }), 403, 'FORBIDDEN');
  });

  it('credit what was paid, once, and return to the app', async () => {
    const page = await buy('credits-500');
    expect(page.startsWith(`${service.url}/api/sandbox/checkout/pur_`)).toBe(true);
    expect(await (await fetch(page)).text()).toContain('Pay $45.00');
    const returned = { status: 303, location: `${APP}&success=true` };
    expect(await Promise.all([1, 2, 3].map(() => press(page, { action: 'pay' })))).toEqual([
      returned,
      returned,
      returned,
    ]);
    await booked(page);
    expect(await remaining()).toBe(550);
    const { transactions } = (await tenant.get('/api/billing/usage')).body;
    expect(transactions).toMatchObject([
      { type: 'purchase', amount: 500, balanceAfter: 550, details: { packageId: 'credits-500' } },
      { type: 'grant', amount: 50 },
    ]);
    expect((await tenant.get('/api/billing/audit')).body).toMatchObject({
      balance: 550,
      chain: { valid: true },
      drift: { difference: 0 },
    });
  });

  it('are taken back with a refund, once', async () => {
    const page = await buy('credits-100');
    await press(page, { action: 'pay' });
    await booked(page);
    expect(await (await fetch(page)).text()).toContain('Refund this test payment');
    expect((await press(page, { action: 'refund' })).location).toBe(new URL(page).pathname);
    await press(page, { action: 'refund' });
    await booked(page, 2);
    expect(await remaining()).toBe(50);
    expect(await (await fetch(page)).text()).toContain('Paid, and refunded.');
    const { transactions } = (await tenant.get('/api/billing/usage')).body;
    expect(transactions[0]).toMatchObject({ type: 'adjustment', reason: 'payment-reversed', amount: -100 });
    expect((await tenant.get('/api/billing/audit')).body).toMatchObject({
      chain: { valid: true },
      drift: { difference: 0 },
    });
  });

  it('credit nothing because a browser returns', async () => {
    await buy();
    for (const said of ['success=true', 'canceled=true']) {
      const { status } = await fetch(`${service.url}/api/checkout/return?${said}`);
      expect(status).toBe(200);
    }
    expect(await remaining()).toBe(50);
  });

  it('can be tried again after a declined card', async () => {
    const page = await buy();
    expect(await press(page, { action: 'pay', card: 'declined' })).toEqual({
      status: 303,
      location: new URL(page).pathname,
    });
    expect(await (await fetch(page)).text()).toContain('The card was declined');
    expect((await press(page, { action: 'pay' })).location).toBe(`${APP}&success=true`);
    await booked(page);
    expect(await remaining()).toBe(150);
  });

  it('are over once they were canceled: nothing is paid then', async () => {
    const page = await buy();
    expect((await press(page, { action: 'cancel' })).location).toBe(`${APP}&canceled=true`);
    expect((await press(page, { action: 'pay' })).location).toBe(new URL(page).pathname);
    expect(await (await fetch(page)).text()).toContain('This checkout is over');
    expect(await remaining()).toBe(50);
  });

  it('have one page for one Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'order-77' };
    expect(await buy('credits-100', key)).toBe(await buy('credits-100', key));
    expect(await buy()).not.toBe(await buy());
  });

  it('take no form from elsewhere, and show nothing to who does not know the address', async () => {
    const page = await buy();
    expect((await press(page, { action: 'pay', token: 'forged' })).status).toBe(403);
    expect((await press(page, { action: 'pay' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await press(page, { action: 'steal' })).status).toBe(400);
    expect((await press(page, { action: 'pay', card: 'mine' })).status).toBe(400);
    const elsewhere = `${page.slice(0, -1)}${page.endsWith('A') ? 'B' : 'A'}`;
    expect((await press(elsewhere, { action: 'pay' })).status).toBe(404);
    expect((await fetch(elsewhere)).status).toBe(404);
    expect(await remaining()).toBe(50);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expectRefusal(await tenant.send('POST', '/api/billing/quote', 'a=1', form), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('hear no webhook as long as the sandbox takes the money', async () => {
    const sent = tenant.post('/api/webhooks/payments/stripe', {}, { 'stripe-signature': 't=1,v1=00' });
    expectRefusal(await sent, 401, 'INVALID_SIGNATURE');
  });
});
