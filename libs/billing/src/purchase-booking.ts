import { type EventStore, EVENT_STORE } from '@assay/event-store';
import { minus, noCredits } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CreditAccounts } from './credit-accounts';
import type { CreditLedger } from './domain/credit-ledger';
import { type Booking, bookPurchase } from './domain/crediting';
import { type LedgerEntry, ledgerStream } from './domain/events';
import { type PaymentAccount, inBoth, noPayment } from './domain/payment-account';
import { periodOf, periodsAfter, preceding } from './domain/period';

/** Books paid purchases into the ledger, exactly once. */
@Injectable()
export class PurchaseBooking {
  constructor(
    private readonly accounts: CreditAccounts,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  /**
   * A ledger's state forgets purchases at the end of a month. The part of this purchase in closed months is read from
   * their entries: nobody can add to those any longer. If a month turns meanwhile, the whole booking starts again.
   *
   * @param since when the purchase started, ISO 8601
   */
  async book(organizationId: string, booking: Booking, since: string): Promise<void> {
    for (;;) {
      const { period } = await this.openMonth(organizationId);
      const before = await this.inClosedMonths(organizationId, booking.purchaseId, { since, until: period });
      let hasTurned = false;
      await this.accounts.post(organizationId, (ledger, at) => {
        hasTurned = ledger.period !== period;
        return hasTurned ? [] : bookPurchase({ ...booking, at }, before, ledger);
      });
      if (!hasTurned) return;
    }
  }

  private async openMonth(organizationId: string): Promise<CreditLedger> {
    return (await this.accounts.post(organizationId, () => [])).ledger;
  }

  private async inClosedMonths(
    organizationId: string,
    purchaseId: string,
    { since, until }: { readonly since: string; readonly until: string },
  ): Promise<PaymentAccount> {
    let account = noPayment;
    // One month earlier: the clock of the process that started the purchase may have been ahead of that of the one that
    // booked it.
    const first = preceding(periodOf(since));
    for (const period of periodsAfter(preceding(first), preceding(until))) {
      for await (const { type, data } of this.events.readStream<LedgerEntry>(ledgerStream(organizationId, period)))
        account = inBoth(account, accountIn({ type, data } as LedgerEntry, purchaseId));
    }
    return account;
  }
}

/** The part of one entry that is about a purchase. */
function accountIn({ type, data }: LedgerEntry, purchaseId: string): PaymentAccount {
  if (!('paymentId' in data) || data.paymentId !== purchaseId) return noPayment;
  switch (type) {
    case 'CreditsPurchased':
      return { ...noPayment, isCredited: true };
    case 'PurchaseReversed':
      return { ...noPayment, reversed: data.amount };
    case 'ReversalUndone':
      return { ...noPayment, reversed: minus(noCredits, data.amount) };
    default:
      return noPayment;
  }
}
