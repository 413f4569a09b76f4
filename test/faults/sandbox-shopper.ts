import { createHash } from 'node:crypto';
import { httpClient } from '../support/http-client';
import { type Doomed, unlessDead } from './killed-run';
import type { Random } from './random';

/** Purchases of one visit that are begun together. */
const AT_ONCE = 3;

interface Purchase {
  readonly idempotencyKey: string;
  /** The path of its page, once the shopper has seen its address. */
  page?: string;
  isPaid?: boolean;
}

/** A customer that buys at the sandbox, and repeats what was not answered. */
export function sandboxShopper(key: string, { next }: Random) {
  const purchases: Purchase[] = [];

  const openPage = async (service: Doomed, purchase: Purchase) => {
    const client = httpClient(service.url, { authorization: `Bearer ${key}` });
    const headers = { 'idempotency-key': purchase.idempotencyKey };
    const answer = await unlessDead(
      client.post('/api/billing/purchase-credits', { packageId: 'credits-100' }, headers),
    );
    // A key whose owner was killed is kept from others for a minute, unless it is seen that nobody holds it.
    if (!answer || answer.status === 409) return;
    expect(answer).toMatchObject({ status: 200 });
    purchase.page = new URL(answer.body.checkoutUrl).pathname;
  };
  const press = async (service: Doomed, page: string, card: string) => {
    const token = createHash('sha256')
      .update(`form/${page.split('/').at(-1)}`)
      .digest('base64url');
    const body = new URLSearchParams({ token, action: 'pay', card, keepCard: 'yes' });
    return unlessDead(fetch(`${service.url}${page}`, { method: 'POST', body, redirect: 'manual' }));
  };
  const goOn = async (service: Doomed, purchase: Purchase) => {
    if (purchase.page === undefined) await openPage(service, purchase);
    const { page } = purchase;
    if (page === undefined) return;
    if (next() < 0.2) await press(service, page, 'declined');
    const answer = await press(service, page, 'accepted');
    if (!answer) return;
    expect([answer.status, new URL(answer.headers.get('location')!, service.url).searchParams.get('success')]).toEqual([
      303,
      'true',
    ]);
    purchase.isPaid = true;
  };

  return {
    /** Begins new purchases, and continues with those that were interrupted, all at once. */
    async shop(service: Doomed): Promise<void> {
      for (let n = 0; n < AT_ONCE; n += 1) purchases.push({ idempotencyKey: `order-${purchases.length}` });
      await Promise.all(purchases.filter(({ isPaid }) => !isPaid).map((purchase) => goOn(service, purchase)));
    },
    /** The purchases that a page said are paid. */
    paid: (): string[] => purchases.flatMap(({ page, isPaid }) => (isPaid ? [page!.split('/').at(-2)!] : [])),
  };
}
