import { type EventStore, EVENT_STORE } from '@assay/event-store';
import { loadOrganization } from '@assay/identity';
import { CLOCK, type Clock, PRICE_LIST, type PriceList, microcredits } from '@assay/kernel';
import { PAYMENT_PROVIDER, type PaymentProvider } from '@assay/payments';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { packageOf } from '../../domain/credit-package';
import type { Purchase } from '../../domain/purchase';
import { Purchases } from '../../purchases';

/** Milliseconds after which a charge that nobody has confirmed is given up. */
const GIVEN_UP_AFTER = 72 * 3_600_000;

/**
 * Buys packages without the customer, with the method on file: automatic top-ups. One purchase for one `purchaseId`,
 * whatever is repeated; what was paid is in the ledger when this answers, and what is pending comes there by itself.
 * Refused: PACKAGE_NOT_FOUND.
 */
export class ChargePurchase extends Command<Pick<Purchase, 'status' | 'reason'>> {
  constructor(
    readonly input: {
      readonly purchaseId: string;
      readonly organizationId: string;
      readonly packageId: string;
      /** How many of the package. */
      readonly quantity: number;
    },
  ) {
    super();
  }
}

@CommandHandler(ChargePurchase)
export class ChargePurchaseHandler implements ICommandHandler<ChargePurchase> {
  constructor(
    private readonly purchases: Purchases,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
    @Inject(PRICE_LIST) private readonly list: PriceList,
  ) {}

  async execute({ input }: ChargePurchase): Promise<Pick<Purchase, 'status' | 'reason'>> {
    const { organizationId, packageId, quantity } = input;
    const { credits, priceCents } = packageOf(this.list, packageId);
    const { name } = await loadOrganization(this.events, organizationId);
    const { status, reason } = await this.purchases.charge({
      ...input,
      credits: microcredits(credits * quantity),
      cents: priceCents * quantity,
      origin: 'topup',
      provider: this.provider.name,
      customer: await this.provider.customer({ organizationId, name }),
      returnTo: { success: '', cancel: '' },
      expiresAt: new Date(this.clock.now().getTime() + GIVEN_UP_AFTER).toISOString(),
    });
    return { status, reason };
  }
}
