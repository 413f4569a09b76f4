import { EVENT_STORE } from '@assay/event-store';
import { CLOCK, SETTINGS } from '@assay/kernel';
import { PAYMENT_PROVIDER, paymentProvider } from '@assay/payments';
import { Tiers } from '@assay/identity';
import { Module } from '@nestjs/common';
import { AddUpgradesHandler } from './commands/add-upgrades/add-upgrades';
import { ChangeAutoTopupHandler } from './commands/change-auto-topup/change-auto-topup';
import { ChangeOverageHandler } from './commands/change-overage/change-overage';
import { ChargeAiReportHandler } from './commands/charge-ai-report/charge-ai-report';
import { ChargeLinesHandler } from './commands/charge-lines/charge-lines';
import { ChargeSessionHandler } from './commands/charge-session/charge-session';
import { GiveQuoteHandler } from './commands/give-quote/give-quote';
import { GrantCreditsHandler } from './commands/grant-credits/grant-credits';
import { PurchaseCreditsHandler } from './commands/purchase-credits/purchase-credits';
import { ReceivePaymentEventHandler } from './commands/receive-payment-event/receive-payment-event';
import { RefundSessionHandler } from './commands/refund-session/refund-session';
import { SettleChargeHandler } from './commands/settle-charge/settle-charge';
import { CreditAccounts } from './credit-accounts';
import { LedgerTime } from './ledger-time';
import { LedgerAnchors } from './ledger-anchors';
import { Lapses } from './lapses';
import { PeriodTurns } from './period-turns';
import { PriceVersions } from './price-versions';
import { HeldQuotes } from './held-quotes';
import { LedgerHistory } from './ledger-history';
import { LedgerReplays } from './ledger-replays';
import { OverageCollection } from './overage-collection';
import { PurchaseBooking } from './purchase-booking';
import { Purchases } from './purchases';
import { AuditHandler } from './queries/audit/audit';
import { BillingStatusHandler } from './queries/billing-status/billing-status';
import { CreditPackagesHandler } from './queries/credit-packages/credit-packages';
import { CreditStanding } from './queries/credit-standing';
import { HasOpenChargeHandler } from './queries/open-charge/open-charge';
import { SessionReceiptHandler } from './queries/session-receipt/session-receipt';
import { UnreadableLedgersHandler } from './queries/unreadable-ledgers/unreadable-ledgers';
import { SubscriptionHandler } from './queries/subscription/subscription';
import { AutoTopups } from './topup/auto-topups';
import { UsageHandler } from './queries/usage/usage';
import { UsageExportHandler } from './queries/usage/usage-export';

const commands = [
  ChargeSessionHandler,
  ChargeAiReportHandler,
  ChargeLinesHandler,
  RefundSessionHandler,
  SettleChargeHandler,
  GiveQuoteHandler,
  GrantCreditsHandler,
  AddUpgradesHandler,
  PurchaseCreditsHandler,
  ReceivePaymentEventHandler,
  ChangeAutoTopupHandler,
  ChangeOverageHandler,
];
const queries = [
  BillingStatusHandler,
  UsageHandler,
  UsageExportHandler,
  CreditPackagesHandler,
  SubscriptionHandler,
  SessionReceiptHandler,
  AuditHandler,
  HasOpenChargeHandler,
  UnreadableLedgersHandler,
];

/** Needs EVENT_STORE, READ_MODELS, ANCHOR_STORE, PRICE_LIST and CLOCK from a global module. */
@Module({
  providers: [
    LedgerTime,
    CreditAccounts,
    LedgerHistory,
    LedgerReplays,
    LedgerAnchors,
    CreditStanding,
    HeldQuotes,
    PurchaseBooking,
    Purchases,
    AutoTopups,
    OverageCollection,
    PriceVersions,
    PeriodTurns,
    Lapses,
    Tiers,
    { provide: PAYMENT_PROVIDER, useFactory: paymentProvider, inject: [EVENT_STORE, CLOCK, SETTINGS] },
    ...commands,
    ...queries,
  ],
  exports: [PAYMENT_PROVIDER],
})
export class BillingModule {}
