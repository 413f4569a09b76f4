import {
  type CreditBalanceDocument,
  LEDGER_ENTRIES,
  type LedgerEntry,
  type LedgerEntryOf,
  type Lots,
  creditBalanceDocuments,
  deposit,
  firstExpiry,
  ledgerOfStream,
  totalOf,
  withAdded,
  withOverageSettled,
  withdraw,
} from '@assay/billing';
import { noCredits, plus, sumOf } from '@assay/kernel';
import type { Projection } from '@assay/read-models';

/** GET /api/billing/status: one document an organization. */
export const creditBalance: Projection<CreditBalanceDocument, LedgerEntry> = {
  ...creditBalanceDocuments,
  version: 3,
  indexes: [['lapsesAt']],
  handles: LEDGER_ENTRIES,
  documentIds: ({ stream }) => [ledgerOfStream(stream).organizationId],
  apply(document, event) {
    const { type, data } = event;
    if (type === 'PeriodOpened') return opened(data);
    if (!document) throw new Error(`${event.stream} does not begin with PeriodOpened`);
    switch (type) {
      case 'CreditsGranted':
      case 'CreditsPurchased': {
        const included = data.lot.kind === 'included' ? plus(document.included, data.lot.remaining) : document.included;
        return { ...withLots(document, [...document.lots, data.lot]), included };
      }
      case 'PurchaseReversed':
        return withLots(document, withdraw(document.lots, data.taken));
      case 'ReversalUndone':
        return withLots(document, withAdded(document.lots, data.lot));
      case 'DebtPaid':
        return withLots(document, withdraw(document.lots, data.drawn));
      case 'CreditsCharged':
        return {
          ...withLots(document, withdraw(document.lots, data.drawn)),
          charged: plus(document.charged, data.amount),
        };
      case 'CreditsRefunded':
        return {
          ...withLots(document, deposit(document.lots, data.returned, document.period)),
          refunded: plus(document.refunded, data.amount),
        };
      case 'OverageSettled':
        return withLots(document, withOverageSettled(withdraw(document.lots, data.drawn), data.lot, data.used));
      case 'CreditsLapsed':
        return withLots(document, withdraw(document.lots, data.lapsed));
      case 'OverageChanged':
      case 'ChargesCarried':
      case 'ChargeReapportioned':
      case 'ChargeSettled':
      case 'PeriodClosed':
        return document;
    }
  },
};

/** The balance is added up here and not copied from the entry, so that an audit compares two independent sums. */
const withLots = (document: CreditBalanceDocument, lots: Lots): CreditBalanceDocument => ({
  ...document,
  lots,
  balance: totalOf(lots),
  lapsesAt: firstExpiry(lots) ?? null,
});

const opened = ({ organizationId, period, carried }: LedgerEntryOf<'PeriodOpened'>['data']): CreditBalanceDocument => ({
  organizationId,
  period,
  lots: carried,
  balance: totalOf(carried),
  included: noCredits,
  rollover: sumOf(carried.filter(({ kind }) => kind === 'rollover').map(({ remaining }) => remaining)),
  charged: noCredits,
  refunded: noCredits,
  lapsesAt: firstExpiry(carried) ?? null,
});
