export { BillingModule } from './billing.module';
export * from './commands/charge-ai-report/charge-ai-report';
export * from './commands/charge-lines/charge-lines';
export * from './commands/charge-session/charge-session';
export * from './commands/give-quote/give-quote';
export * from './commands/grant-credits/grant-credits';
export * from './commands/refund-session/refund-session';
export type { SessionAccount } from './commands/session-account';
export * from './commands/settle-charge/settle-charge';
export { type ChargeLine, isAiReportCharge } from './domain/charge';
export { hashOf } from './domain/credit-ledger';
export { type RecordedEntry, entryEventId, verify } from './domain/entry-chain';
export { viewOf } from './domain/entry-view';
export {
  type LedgerEntry,
  type LedgerEntryOf,
  LEDGER_ENTRIES,
  LEDGER_STREAM_PREFIX,
  ledgerOfStream,
  ledgerStream,
} from './domain/events';
export { type Lots, deposit, totalOf, withdraw } from './domain/lot';
export { priceEffect } from './domain/price-words';
export * from './domain/pricing';
export * from './domain/quote';
export type { LedgerAnchor } from './domain/ledger-anchor';
export { LedgerAnchors } from './ledger-anchors';
export { LedgerHistory } from './ledger-history';
export { LedgerReplays } from './ledger-replays';
export { type AuditEntry, LedgerReplay, type Replayed, type ReplayRequest } from './queries/audit/ledger-replay';
export { LedgerTime } from './ledger-time';
export * from './queries/audit/audit';
export * from './queries/billing-status/billing-status';
export * from './queries/documents';
export { HasOpenCharge } from './queries/open-charge/open-charge';
export * from './queries/session-charge';
export * from './queries/session-receipt/session-receipt';
export { UnreadableLedgers } from './queries/unreadable-ledgers/unreadable-ledgers';
export * from './queries/usage/usage';
export { SettlementComparison } from './queries/audit/settlements';
export { type EntryFacts, entryAbout } from './queries/audit/entry-about';
