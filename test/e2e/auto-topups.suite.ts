import { createHash } from 'node:crypto';
import { expectInvalid, expectRefusal } from '../support/refusals';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

const SETTINGS = '/api/settings/subscription';
const AUTO_TOPUP = `${SETTINGS}/auto-topup`;
const ALL = { enabled: true, triggerThreshold: 260, packageId: 'credits-100', maxPerMonth: 2 };

describe('automatic top-ups', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await runningService();
  });
  afterAll(() => service.close());

  /** Buys a package on the test provider's page, with a card that is kept. */
  const buy = async (tenant: Tenant, card: string): Promise<void> => {
    const { body } = await tenant.post('/api/billing/purchase-credits', { packageId: 'credits-100' });
    const page = body.checkoutUrl as string;
    const token = createHash('sha256')
      .update(`form/${page.split('/').at(-1)}`)
      .digest('base64url');
    const form = new URLSearchParams({ token, card, keepCard: 'yes', action: 'pay' });
    expect((await fetch(page, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
    await until(`purchase-${page.split('/').at(-2)}`, 'PurchaseBooked');
  };
  const until = async (stream: string, type: string): Promise<void> => {
    for await (const message of service.platform.events.subscribeToStream(stream))
      if (message.kind === 'event' && message.event.type === type) return;
  };
  const caughtUp = async () => service.platform.readModels.waitFor(await service.platform.events.head());

  it('are off until they are set, with what could be set', async () => {
    const tenant = await service.tenant('pro');
    expect(await tenant.get(SETTINGS)).toMatchObject({
      status: 200,
      body: {
        tier: 'pro',
        tierName: 'Pro',
        status: 'active',
        renewsAt: expect.stringMatching(/-01T00:00:00\.000Z$/),
        cancelAtPeriodEnd: false,
        nextTier: null,
        autoTopup: {
          enabled: false,
          triggerThreshold: 100,
          packageId: 'credits-500',
          maxPerMonth: 1,
          topupsThisMonth: 0,
          lastDecision: null,
        },
        paymentMethod: { onFile: false },
      },
    });
    expect(await tenant.post(AUTO_TOPUP, { enabled: false })).toMatchObject({
      status: 200,
      body: { success: true, autoTopup: { enabled: false } },
    });
  });

  it('stand beside overage, which is set within what the tier allows and shown where credits are', async () => {
    const tenant = await service.tenant('starter');
    const overage = `${SETTINGS}/overage`;
    const off = { allowed: false, limit: 0, maximum: 100, used: 0, pricePerCredit: 0.12 };
    expect((await tenant.get(SETTINGS)).body.overage).toEqual(off);
    expectInvalid(await tenant.post(overage, { enabled: true, limit: 101 }), 'limit');
    const on = { ...off, allowed: true, limit: 60 };
    expect((await tenant.post(overage, { enabled: true, limit: 60 })).body).toEqual({ success: true, overage: on });
    const status = (await tenant.get('/api/billing/status')).body;
    expect(status).toMatchObject({ overageEnabled: true, overage: on, debt: 0, canScan: true });
    const quote = async (estimatedLines: number) =>
      (await tenant.post('/api/billing/quote', { estimatedLines, config: { categories: ['linting'] } })).body;
    expect(await quote(4_990_000)).toMatchObject({ canAfford: true, overage: null, estimate: { total: 500 } });
    expect(await quote(5_490_000)).toMatchObject({
      canAfford: true,
      overage: { enabled: true, credits: 50, pricePerCredit: 0.12, cost: 6 },
    });
    expect(await quote(5_600_000)).toMatchObject({ canAfford: false, overage: { credits: 61 } });
    expect((await tenant.post(overage, { enabled: false })).body.overage).toEqual(off);
    expect(await quote(5_490_000)).toMatchObject({ canAfford: false, overage: null });
    const free = await service.tenant('free');
    expectRefusal(await free.post(overage, { enabled: true }), 403, 'TIER_REQUIRED');
  });

  it('need all settings, a package that is sold, and a payment method', async () => {
    const tenant = await service.tenant('free');
    for (const field of ['triggerThreshold', 'packageId', 'maxPerMonth'])
      expectInvalid(await tenant.post(AUTO_TOPUP, { ...ALL, [field]: undefined }), field);
    for (const wrong of [
      { maxPerMonth: 0 },
      { maxPerMonth: 11 },
      { maxPerMonth: 1.5 },
      { triggerThreshold: 0 },
      { triggerThreshold: 0.0000001 },
      { triggerThreshold: 10_000.5 },
      { enabled: 'yes' },
    ])
      expectInvalid(await tenant.post(AUTO_TOPUP, { ...ALL, ...wrong }), Object.keys(wrong)[0]!);
    expectRefusal(await tenant.post(AUTO_TOPUP, { ...ALL, packageId: 'x' }), 404, 'PACKAGE_NOT_FOUND');
    expectRefusal(await tenant.post(AUTO_TOPUP, ALL), 402, 'PAYMENT_METHOD_REQUIRED');
  });

  it('are read and changed with their own permissions', async () => {
    const reader = await service.tenant('free', { permissions: ['billing:read'] });
    expect((await reader.get(SETTINGS)).status).toBe(200);
    expectRefusal(await reader.post(AUTO_TOPUP, { enabled: false }), 403, 'FORBIDDEN');
    const writer = await service.tenant('free', { permissions: ['billing:write'] });
    expectRefusal(await writer.get(SETTINGS), 403, 'FORBIDDEN');
  });

  it('buy what the gap takes with the card on file, and say what they did', async () => {
    const tenant = await service.tenant('free');
    const stream = `topup-${tenant.organizationId}`;
    await buy(tenant, 'accepted');
    expect((await tenant.get(SETTINGS)).body.paymentMethod).toEqual({ onFile: true });
    // 150 credits are there, and 260 are wanted.
    const { status, body } = await tenant.post(AUTO_TOPUP, ALL);
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true, autoTopup: ALL } });
    await until(stream, 'TopupCredited');
    await caughtUp();
    expect((await tenant.get('/api/billing/status')).body.credits.remaining).toBe(350);
    expect((await tenant.get(SETTINGS)).body.autoTopup).toMatchObject({
      ...ALL,
      topupsThisMonth: 1,
      lastDecision: { message: expect.stringMatching(/^Top-up top_.* was paid and credited/) },
    });
    expect((await tenant.post(AUTO_TOPUP, { enabled: false })).body).toMatchObject({
      success: true,
      autoTopup: { ...ALL, enabled: false },
    });
  });

  it('say that a card was declined, and when the next try is', async () => {
    const tenant = await service.tenant('free');
    await buy(tenant, 'declined-later');
    await tenant.post(AUTO_TOPUP, ALL);
    await until(`topup-${tenant.organizationId}`, 'TopupDeclined');
    await caughtUp();
    expect((await tenant.get('/api/billing/status')).body.credits.remaining).toBe(150);
    expect((await tenant.get(SETTINGS)).body.autoTopup).toMatchObject({
      enabled: true,
      topupsThisMonth: 0,
      lastDecision: { message: expect.stringMatching(/was declined .*, the first in a row; the next one is tried at/) },
    });
  });
});
