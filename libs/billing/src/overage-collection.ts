import { type EventStore, EVENT_STORE } from '@assay/event-store';
import { loadOrganization } from '@assay/identity';
import { InfrastructureError } from '@assay/kernel';
import { type PaymentProvider, PAYMENT_PROVIDER } from '@assay/payments';
import { Inject, Injectable } from '@nestjs/common';
import type { OverageSettled } from './domain/events';
import { overageDue } from './domain/overage';
import { Purchases } from './purchases';

/** Milliseconds after which an unconfirmed charge is given up; its credits become debt. */
const GIVEN_UP_AFTER = 72 * 3_600_000;

/**
 * Charges the overage of a month that is over to the payment method on file. If it is declined, or there is no method,
 * it becomes debt in the ledger. There is one purchase for each month, however often this is repeated, and none for an
 * amount that is left to the next month.
 */
@Injectable()
export class OverageCollection {
  constructor(
    private readonly purchases: Purchases,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
  ) {}

  /** @throws PaymentProviderUnavailable if not even the purchase could be started */
  async collect(organizationId: string, settled: OverageSettled): Promise<void> {
    const { at, paymentId, period, isLeft } = settled;
    const { amount, cents } = overageDue(settled);
    if (isLeft || cents === 0) return;
    if (await this.purchases.find(paymentId)) return this.purchases.ask(paymentId);
    const { name } = await loadOrganization(this.events, organizationId);
    const customer = await this.provider.customer({ organizationId, name });
    try {
      await this.purchases.charge({
        purchaseId: paymentId,
        organizationId,
        packageId: `overage-${period}`,
        quantity: 1,
        credits: amount,
        cents,
        origin: 'overage',
        provider: this.provider.name,
        customer,
        returnTo: { success: '', cancel: '' },
        expiresAt: new Date(Date.parse(at) + GIVEN_UP_AFTER).toISOString(),
      });
    } catch (error) {
      // The purchase was started, and the check of unfinished purchases continues with it: others need not wait.
      if (!(error instanceof InfrastructureError) || !(await this.purchases.find(paymentId))) throw error;
    }
  }
}
