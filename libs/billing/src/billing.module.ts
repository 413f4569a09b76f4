import { Module } from '@nestjs/common';
import { ChargeAiReportHandler } from './commands/charge-ai-report/charge-ai-report';
import { ChargeLinesHandler } from './commands/charge-lines/charge-lines';
import { ChargeSessionHandler } from './commands/charge-session/charge-session';
import { GiveQuoteHandler } from './commands/give-quote/give-quote';
import { GrantCreditsHandler } from './commands/grant-credits/grant-credits';
import { RefundSessionHandler } from './commands/refund-session/refund-session';
import { SettleChargeHandler } from './commands/settle-charge/settle-charge';
import { CreditAccounts } from './credit-accounts';
import { LedgerTime } from './ledger-time';
import { LedgerAnchors } from './ledger-anchors';
import { HeldQuotes } from './held-quotes';
import { LedgerHistory } from './ledger-history';
import { LedgerReplays } from './ledger-replays';
import { AuditHandler } from './queries/audit/audit';
import { BillingStatusHandler } from './queries/billing-status/billing-status';
import { CreditStanding } from './queries/credit-standing';
import { HasOpenChargeHandler } from './queries/open-charge/open-charge';
import { SessionReceiptHandler } from './queries/session-receipt/session-receipt';
import { UnreadableLedgersHandler } from './queries/unreadable-ledgers/unreadable-ledgers';
import { UsageHandler } from './queries/usage/usage';

const commands = [
  ChargeSessionHandler,
  ChargeAiReportHandler,
  ChargeLinesHandler,
  RefundSessionHandler,
  SettleChargeHandler,
  GiveQuoteHandler,
  GrantCreditsHandler,
];
const queries = [
  BillingStatusHandler,
  UsageHandler,
  SessionReceiptHandler,
  AuditHandler,
  HasOpenChargeHandler,
  UnreadableLedgersHandler,
];

/** Needs EVENT_STORE, READ_MODELS, ANCHOR_STORE and CLOCK from a global module. */
@Module({
  providers: [
    LedgerTime,
    CreditAccounts,
    LedgerHistory,
    LedgerReplays,
    LedgerAnchors,
    CreditStanding,
    HeldQuotes,
    ...commands,
    ...queries,
  ],
})
export class BillingModule {}
