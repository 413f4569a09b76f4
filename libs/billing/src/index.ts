export { BillingModule } from './billing.module';
export { AddUpgrades } from './commands/add-upgrades/add-upgrades';
export * from './commands/charge-ai-report/charge-ai-report';
export * from './commands/charge-lines/charge-lines';
export * from './commands/charge-session/charge-session';
export * from './commands/give-quote/give-quote';
export * from './commands/grant-credits/grant-credits';
export { PurchaseCredits } from './commands/purchase-credits/purchase-credits';
export { ReceivePaymentEvent } from './commands/receive-payment-event/receive-payment-event';
export * from './commands/refund-session/refund-session';
export type { SessionAccount } from './commands/session-account';
export * from './commands/settle-charge/settle-charge';
export { type ChargeLine, isAiReportCharge } from './domain/charge';
export { GRANTED_KINDS, type GrantedKind } from './domain/granting';
export { hashOf } from './domain/credit-ledger';
export { type RecordedEntry, entryEventId, verify } from './domain/entry-chain';
export { TRANSACTION_TYPES, viewOf } from './domain/entry-view';
export {
  type LedgerEntry,
  type LedgerEntryOf,
  LEDGER_ENTRIES,
  LEDGER_STREAM_PREFIX,
  ledgerOfStream,
  ledgerStream,
} from './domain/events';
export {
  FIRST_PRIORITY,
  LAST_PRIORITY,
  type Lots,
  PRIORITY,
  deposit,
  firstExpiry,
  totalOf,
  withAdded,
  withOverageSettled,
  withdraw,
} from './domain/lot';
export { ledgerWords } from './domain/ledger-words';
export { priceEffect } from './domain/price-words';
export * from './domain/pricing';
export * from './domain/quote';
export type { LedgerAnchor } from './domain/ledger-anchor';
export { LedgerAnchors } from './ledger-anchors';
export { CreditAccounts } from './credit-accounts';
export { LedgerHistory } from './ledger-history';
export { LedgerReplays } from './ledger-replays';
export { type AuditEntry, LedgerReplay, type Replayed, type ReplayRequest } from './queries/audit/ledger-replay';
export { LedgerTime } from './ledger-time';
export { PriceListChanged } from './domain/recorded-prices';
export { Lapses } from './lapses';
export { PeriodTurns } from './period-turns';
export { PriceVersions } from './price-versions';
export * from './queries/audit/audit';
export * from './queries/billing-status/billing-status';
export { CreditPackages } from './queries/credit-packages/credit-packages';
export * from './queries/documents';
export { Purchases } from './purchases';
export { bookPurchases, hearSandbox } from './reactors/purchases.reactor';
export { type PurchaseEvent, purchaseOfStream } from './domain/purchase-events';
export { HasOpenCharge } from './queries/open-charge/open-charge';
export * from './queries/session-charge';
export * from './queries/session-receipt/session-receipt';
export { UnreadableLedgers } from './queries/unreadable-ledgers/unreadable-ledgers';
export * from './commands/change-auto-topup/change-auto-topup';
export { ChangeOverage } from './commands/change-overage/change-overage';
export { OverageCollection } from './overage-collection';
export { addUpgrades } from './reactors/add-upgrades.reactor';
export { collectOverage } from './reactors/collect-overage.reactor';
export { MOST_TOPUPS_PER_MONTH } from './domain/topup/changing';
export { type TopupEvent, organizationOfTopups, topupStream } from './domain/topup/topup-events';
export { topupWords } from './domain/topup/topup-words';
export { topUpBalances } from './reactors/top-up-balances.reactor';
export { AutoTopups } from './topup/auto-topups';
export * from './queries/subscription/subscription';
export { NAMED_PERIOD } from './queries/requested-period';
export * from './queries/usage/usage';
export * from './queries/usage/usage-export';
export { SettlementComparison } from './queries/audit/settlements';
export { type EntryFacts, entryAbout } from './queries/audit/entry-about';
