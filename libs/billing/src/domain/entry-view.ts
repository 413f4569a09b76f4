import { type Microcredits, microcredits, noCredits, toCredits } from '@assay/kernel';
import { type ChargeLine, type ChargeSubject, isAiReportCharge } from './charge';
import type { LedgerEntry } from './events';
import { type Lot, drawnTotal } from './lot';
import { overageDue } from './overage';
import type { Prorated } from './prorating';
import { isTopup } from './purchase-events';

export const TRANSACTION_TYPES = ['scan', 'refund', 'grant', 'purchase', 'topup', 'expiry', 'adjustment'] as const;
/** The types of entries that move credits, as customers see them. */
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
/** The other types are internal: they move nothing, and only an audit shows them. */
type EntryType =
  | TransactionType
  | 'reapportionment'
  | 'settlement'
  | 'overage-change'
  | 'period-opened'
  | 'charges-carried'
  | 'period-closed';

export interface EntryDetails extends Partial<ChargeSubject> {
  /** In place of the session, if an AI report was charged. */
  readonly aiReportId?: string;
  /** In credits: the lines that were charged, returned or reapportioned. */
  readonly lines?: readonly {
    readonly item: string;
    readonly category: string;
    readonly tool: string | null;
    readonly amount: number;
  }[];
  readonly period?: string;
  readonly lot?: {
    readonly id: string;
    readonly kind: string;
    /** The last month in which the lot can be spent; null for never. */
    readonly expires: string | null;
    /** The time at which the lot lapses within that month, ISO 8601. */
    readonly expiresAt?: string;
    /** Present if it is not the default. */
    readonly priority?: number;
  };
  /** The lots that expired, in credits. */
  readonly lots?: readonly { readonly id: string; readonly amount: number }[];
  /** For credits by an upgrade of the tier: the monthly credits before and after, and the share of the month. */
  readonly upgrade?: {
    readonly from: string;
    readonly to: string;
    readonly includedBefore: number;
    readonly included: number;
    readonly daysLeft: number;
    readonly days: number;
  };
  readonly packageId?: string;
  /** The purchase, also of a reversal, and the credits by which the debt grows or shrinks. */
  readonly purchaseId?: string;
  readonly owed?: number;
  /** How far below zero the balance may go from then on, in credits. */
  readonly limit?: number;
  /** The price of the overage that was sold, in whole cents of US dollars. */
  readonly cents?: number;
  /** The unpaid amount of earlier months that is charged with it, in whole cents. */
  readonly centsBefore?: number;
  /** The unpaid amount that is charged with the next month's, in whole cents: too little to be charged alone. */
  readonly centsLeft?: number;
  readonly linesScanned?: number;
  /** In credits: the total charge of a settled session, and the part that was returned. */
  readonly charged?: number;
  readonly refunded?: number;
}

export interface EntryView {
  readonly type: EntryType;
  /** Negative for spend. */
  readonly amount: Microcredits;
  readonly reason: string | null;
  readonly details: EntryDetails;
}

/** An entry as usage lists and audits show it. */
export function viewOf({ type, data }: LedgerEntry): EntryView {
  switch (type) {
    case 'CreditsCharged':
      return view('scan', microcredits(-data.amount), null, { ...subject(data), lines: shown(data.lines) });
    case 'CreditsRefunded':
      return view('refund', data.amount, data.reason, { ...subject(data), lines: shown(data.lines) });
    case 'ChargeReapportioned':
      return view('reapportionment', noCredits, 'not-applicable', { ...subject(data), lines: shown(data.lines) });
    case 'ChargeSettled':
      return view('settlement', noCredits, null, {
        ...subject(data),
        linesScanned: data.linesScanned,
        charged: toCredits(data.charged),
        refunded: toCredits(data.refunded),
      });
    case 'CreditsGranted':
      return view('grant', data.lot.remaining, data.reason, {
        lot: shownLot(data.lot),
        ...(data.upgrade !== undefined && { upgrade: shownUpgrade(data.upgrade) }),
      });
    case 'CreditsPurchased':
      return view(isTopup(data.paymentId) ? 'topup' : 'purchase', data.lot.remaining, null, {
        lot: shownLot(data.lot),
        packageId: data.packageId,
        purchaseId: data.paymentId,
      });
    case 'PurchaseReversed':
      return view('adjustment', microcredits(-drawnTotal(data.taken)), 'payment-reversed', {
        packageId: data.packageId,
        purchaseId: data.paymentId,
        owed: toCredits(data.owed),
      });
    case 'ReversalUndone':
      return view('adjustment', data.lot.remaining, 'dispute-won', {
        packageId: data.packageId,
        purchaseId: data.paymentId,
        owed: toCredits(microcredits(-data.noLongerOwed)),
      });
    case 'DebtPaid':
      return view('adjustment', microcredits(-data.amount), 'debt-paid', {
        owed: toCredits(microcredits(-data.amount)),
      });
    case 'OverageChanged':
      return view('overage-change', noCredits, null, { limit: toCredits(data.overage.limit) });
    case 'OverageSettled':
      return view('adjustment', data.amount, 'overage-settled', {
        period: data.period,
        purchaseId: data.paymentId,
        cents: data.cents,
        ...(data.before !== undefined && { centsBefore: data.before.cents }),
        ...(data.isLeft && { centsLeft: overageDue(data).cents }),
      });
    case 'CreditsLapsed':
      return view('expiry', microcredits(-data.amount), 'expired', {
        lots: data.lapsed.map(({ lot, amount }) => ({ id: lot, amount: toCredits(amount) })),
      });
    case 'PeriodOpened':
      return view('period-opened', noCredits, null, { period: data.period });
    case 'ChargesCarried':
      return view('charges-carried', noCredits, null, {});
    case 'PeriodClosed':
      return view('period-closed', noCredits, null, { period: data.period });
  }
}

const view = (type: EntryType, amount: Microcredits, reason: string | null, details: EntryDetails): EntryView => ({
  type,
  amount,
  reason,
  details,
});
const subject = ({ sessionId, scanId, projectId }: ChargeSubject): EntryDetails =>
  isAiReportCharge(sessionId) ? { aiReportId: sessionId, scanId, projectId } : { sessionId, scanId, projectId };
const shownLot = ({ remaining: _, grantedAt: __, ...lot }: Lot): EntryDetails['lot'] => lot;
const shown = (lines: readonly ChargeLine[]) =>
  lines.map(({ item, category, tool, amount }) => ({ item, category, tool, amount: toCredits(amount) }));
const shownUpgrade = ({ from, to, includedBefore, included, daysLeft, days }: Prorated): EntryDetails['upgrade'] => ({
  from,
  to,
  includedBefore: toCredits(includedBefore),
  included: toCredits(included),
  daysLeft,
  days,
});
