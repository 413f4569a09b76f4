import type { CheckoutOrder, Order, PaymentProvider } from '../src';

/** Events at a provider that customers and operators cause, for tests. */
export interface ProviderUnderTest {
  readonly provider: PaymentProvider;
  /** The customer pays on the page, with a card that is kept. `later`: the outcome of a later charge of the card. */
  pays(order: CheckoutOrder, card?: { readonly later: 'accepted' | 'declined' }): Promise<void>;
  /** The customer tries a card that is declined, and stays on the page. */
  isDeclined(order: CheckoutOrder): Promise<void>;
  /** Nobody can pay the page any more. */
  expires(order: CheckoutOrder): Promise<void>;
  /** The whole payment is refunded to the customer. */
  refunds(order: CheckoutOrder): Promise<void>;
  /** The number of payments of the order that have taken money. */
  payments(order: Order): Promise<number>;
}

const ADA = { organizationId: 'org_ada', name: 'Ada' };

let orders = 0;
const newOrder = (customer: string): CheckoutOrder => {
  orders += 1;
  return {
    purchaseId: `pur_${orders}`,
    organizationId: ADA.organizationId,
    customer,
    description: '500 credits',
    cents: 4_500,
    returnTo: { success: 'https://app.example/?success=true', cancel: 'https://app.example/?canceled=true' },
    expiresAt: new Date(Date.now() + 12 * 3_600_000).toISOString(),
  };
};

const plain = ({ purchaseId, organizationId, customer, description, cents }: Order): Order => ({
  purchaseId,
  organizationId,
  customer,
  description,
  cents,
});

/** The contract of the port, for every adapter. */
export function paymentProviderContract(name: string, open: () => Promise<ProviderUnderTest>): void {
  describe(`${name} as a payment provider`, () => {
    let world: ProviderUnderTest;
    let provider: PaymentProvider;
    let order: CheckoutOrder;
    beforeEach(async () => {
      world = await open();
      ({ provider } = world);
      order = newOrder(await provider.customer(ADA));
    });

    it('knows an organization as one customer, and another as another', async () => {
      expect(await provider.customer(ADA)).toBe(order.customer);
      expect(await provider.customer({ organizationId: 'org_eve', name: 'Eve' })).not.toBe(order.customer);
    });

    it('opens one page for one order, however often it is asked', async () => {
      const first = await provider.openCheckout(order);
      expect(first.url).toMatch(/^(https?:\/)?\/.+/);
      expect(await provider.openCheckout(order)).toEqual(first);
      const { url, reference } = await provider.openCheckout(newOrder(order.customer));
      expect([url, reference]).not.toEqual([first.url, first.reference]);
    });

    it('says that a page is open, and nothing of an order that it never saw', async () => {
      const { reference } = await provider.openCheckout(order);
      expect(await provider.payment({ ...order, reference })).toEqual({ status: 'open', reference, facts: [] });
      expect(await provider.payment({ ...order, purchaseId: 'pur_unknown' })).toBeUndefined();
    });

    it('says that a page was paid, and how much, once it was', async () => {
      const { reference } = await provider.openCheckout(order);
      await world.pays(order);
      await world.pays(order);
      expect(await provider.payment({ ...order, reference })).toMatchObject({
        status: 'paid',
        facts: [{ type: 'paid', cents: 4_500 }],
      });
      expect(await world.payments(order)).toBe(1);
    });

    it('lets another card be tried where one was declined', async () => {
      const { reference } = await provider.openCheckout(order);
      await world.isDeclined(order);
      expect(await provider.payment({ ...order, reference })).toMatchObject({ status: 'open', facts: [] });
      await world.pays(order);
      expect(await provider.payment({ ...order, reference })).toMatchObject({ status: 'paid' });
    });

    it('says that a page cannot be paid any more, and takes nothing then', async () => {
      const { reference } = await provider.openCheckout(order);
      await world.expires(order);
      await world.pays(order);
      expect(await provider.payment({ ...order, reference })).toMatchObject({
        status: 'expired',
        facts: [{ type: 'expired' }],
      });
      expect(await world.payments(order)).toBe(0);
    });

    it('says what was refunded beside what was paid', async () => {
      const { reference } = await provider.openCheckout(order);
      await world.pays(order);
      await world.refunds(order);
      const asked = await provider.payment({ ...order, reference });
      expect(asked?.facts).toEqual([
        { type: 'paid', cents: 4_500 },
        { type: 'refunded', cents: 4_500 },
      ]);
    });

    it('charges nobody who has no method on file', async () => {
      expect(await provider.hasMethodOnFile(order.customer)).toBe(false);
      expect(await provider.charge(plain(order))).toMatchObject({ status: 'declined', reason: 'no_payment_method' });
    });

    it('charges the method that a checkout has kept, once for one purchase id', async () => {
      await provider.openCheckout(order);
      await world.pays(order);
      expect(await provider.hasMethodOnFile(order.customer)).toBe(true);
      const charged = plain(newOrder(order.customer));
      const outcome = await provider.charge(charged);
      expect(outcome).toMatchObject({ status: 'paid' });
      expect(await provider.charge(charged)).toEqual(outcome);
      expect(await world.payments(charged)).toBe(1);
      expect(await provider.payment(charged)).toMatchObject({
        status: 'paid',
        facts: [{ type: 'paid', cents: 4_500 }],
      });
    });

    it('says why a method was declined, and the same when it is asked again', async () => {
      await provider.openCheckout(order);
      await world.pays(order, { later: 'declined' });
      const charged = plain(newOrder(order.customer));
      const outcome = await provider.charge(charged);
      expect(outcome).toMatchObject({ status: 'declined', reason: 'card_declined' });
      expect(await provider.charge(charged)).toEqual(outcome);
      expect(await provider.payment(charged)).toMatchObject({ status: 'declined', reason: 'card_declined' });
    });
  });
}
