import { FailingAppends } from '../../billing/test/failing-appends';
import { SandboxProvider } from '../src/sandbox/sandbox-provider';
import { testCard } from '../src/sandbox/test-cards';
import { UnverifiedEvent } from '../src';
import { paymentProviderContract } from './contract';

const card = (id: string) => ({ card: testCard(id)!, keepCard: true });

paymentProviderContract('the sandbox', () => {
  const events = new FailingAppends();
  let now = Date.now();
  const clock = { now: () => new Date(now) };
  const provider = new SandboxProvider(events, clock);
  return Promise.resolve({
    provider,
    pays: ({ purchaseId }, { later } = { later: 'accepted' }) =>
      provider.pay(purchaseId, card(later === 'accepted' ? 'accepted' : 'declined-later')),
    isDeclined: ({ purchaseId }) => provider.pay(purchaseId, card('declined')),
    expires: ({ expiresAt }) => Promise.resolve(void (now = Date.parse(expiresAt))),
    refunds: ({ purchaseId }) => provider.refund(purchaseId),
    payments: ({ purchaseId }) =>
      Promise.resolve(
        events.log.filter(
          ({ stream, type, data }) =>
            stream === `sandboxpayment-${purchaseId}` &&
            (type === 'SandboxCheckoutPaid' ||
              (type === 'SandboxCharged' && (data as { declined: unknown }).declined === null)),
        ).length,
      ),
  });
});

describe('the sandbox', () => {
  const events = new FailingAppends();
  const provider = new SandboxProvider(events, { now: () => new Date('2026-11-23T10:00:00.000Z') });
  const order = {
    purchaseId: 'pur_1',
    organizationId: 'org_ada',
    customer: 'sandbox_org_ada',
    description: '100 credits',
    cents: 1_000,
    returnTo: { success: '/ok', cancel: '/no' },
    expiresAt: '2026-11-23T22:00:00.000Z',
  };

  it('shows a page to whoever knows its address, and to nobody else', async () => {
    const { url } = await provider.openCheckout(order);
    const [, purchaseId, token] = /^\/api\/sandbox\/checkout\/([^/]+)\/([\w-]{32})$/.exec(url)!;
    expect(await provider.checkout(purchaseId!, token!)).toMatchObject({ order, payment: { status: 'open' } });
    expect(await provider.checkout(purchaseId!, `${token!.slice(1)}x`)).toBeUndefined();
    expect(await provider.checkout(purchaseId!, '')).toBeUndefined();
    expect(await provider.checkout('pur_2', token!)).toBeUndefined();
  });

  it('is paid once by two tabs, and is not given up afterwards', async () => {
    await Promise.all([provider.pay('pur_1', card('accepted')), provider.pay('pur_1', card('accepted'))]);
    await provider.abandon('pur_1');
    const types = events.log.filter(({ stream }) => stream === 'sandboxpayment-pur_1').map(({ type }) => type);
    expect(types).toEqual(['SandboxCheckoutOpened', 'SandboxCheckoutPaid']);
  });

  it('takes no messages', () => expect(provider.readEvent()).rejects.toBeInstanceOf(UnverifiedEvent));
});
