import { type EventStore, EVENT_STORE } from '@assay/event-store';
import { loadOrganization } from '@assay/identity';
import { CLOCK, type Clock, PRICE_LIST, type PriceList, ID_SOURCE, type IdSource } from '@assay/kernel';
import { PAYMENT_PROVIDER, type PaymentProvider } from '@assay/payments';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { packageOf } from '../../domain/credit-package';
import { Purchases } from '../../purchases';

/** Milliseconds for which a page can be paid: a provider allows a day at most. */
const PAYABLE = 12 * 3_600_000;

/**
 * POST /api/billing/purchase-credits: starts a purchase and opens the page on which it is paid. Nothing is credited
 * before the provider reports the payment. Refused: PACKAGE_NOT_FOUND.
 */
export class PurchaseCredits extends Command<{ readonly checkoutUrl: string }> {
  constructor(
    readonly input: {
      readonly organizationId: string;
      readonly packageId: string;
      /** Given if a repeated request must get the same page. */
      readonly purchaseId?: string;
      /** Where the browser goes afterwards. */
      readonly returnTo: { readonly success: string; readonly cancel: string };
    },
  ) {
    super();
  }
}

@CommandHandler(PurchaseCredits)
export class PurchaseCreditsHandler implements ICommandHandler<PurchaseCredits> {
  constructor(
    private readonly purchases: Purchases,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
    @Inject(PRICE_LIST) private readonly list: PriceList,
  ) {}

  async execute({
    input: { organizationId, packageId, purchaseId = this.ids.next('pur'), returnTo },
  }: PurchaseCredits): Promise<{ readonly checkoutUrl: string }> {
    const { credits, priceCents } = packageOf(this.list, packageId);
    const { name } = await loadOrganization(this.events, organizationId);
    const { url } = await this.purchases.checkout({
      purchaseId,
      organizationId,
      packageId,
      quantity: 1,
      credits,
      cents: priceCents,
      origin: 'checkout',
      provider: this.provider.name,
      customer: await this.provider.customer({ organizationId, name }),
      returnTo,
      expiresAt: new Date(this.clock.now().getTime() + PAYABLE).toISOString(),
    });
    return { checkoutUrl: url };
  }
}
