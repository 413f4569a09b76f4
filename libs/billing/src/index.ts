export { BillingModule } from './billing.module';
export * from './commands/charge-lines/charge-lines';
export * from './commands/charge-session/charge-session';
export * from './commands/grant-credits/grant-credits';
export * from './commands/refund-session/refund-session';
export * from './commands/refund-tools/refund-tools';
export type { SessionAccount } from './commands/session-account';
export * from './commands/settle-charge/settle-charge';
export { type ChargeLine, type ChargeSubject, REFUND_REASONS, costOf, totalOfLines } from './domain/charge';
export { balanceOf, hashOf } from './domain/credit-ledger';
export { type RecordedEntry, type Verification, verify } from './domain/entry-chain';
export { type EntryDetails, viewOf } from './domain/entry-view';
export {
  type LedgerEntry,
  type LedgerEntryOf,
  type LedgerFact,
  LEDGER_ENTRY_TYPES,
  LEDGER_STREAM_PREFIX,
  ledgerOfStream,
  ledgerStream,
} from './domain/events';
export { type Lot, type Lots, deposit, totalOf, withdraw } from './domain/lot';
export { endOf, startOf } from './domain/period';
export { priceEffect } from './domain/price-words';
export * from './domain/pricing';
export * from './domain/quote';
export { ClockAhead, LedgerTime } from './ledger-time';
export * from './queries/audit/audit';
export * from './queries/billing-status/billing-status';
export * from './queries/documents';
export { HasOpenCharge } from './queries/open-charge/open-charge';
export * from './queries/quote/quote';
export * from './queries/usage/usage';
export { settlementsThatDiffer } from './queries/audit/settlements';
export { type EntryFacts, entryAbout } from './queries/audit/entry-about';
