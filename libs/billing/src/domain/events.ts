import type { Fact, FactTypes, Microcredits } from '@assay/kernel';
import type {
  ChargeCategory,
  ChargeLine,
  ChargeSubject,
  ChargeTerms,
  OpenCharge,
  PaidPlan,
  RefundReason,
} from './charge';
import type { Draw, Lot } from './lot';
import type { OverageTerms, UnpaidOverage } from './overage';
import type { Period } from './period';
import type { Prorated } from './prorating';
import type { SettledCharge } from './settled-charges';

/**
 * The entries as they are decided, before they are sealed into the chain. `at` is when, ISO 8601, and never runs
 * backwards in a ledger.
 */
export type LedgerFact =
  | Fact<
      'PeriodOpened',
      {
        readonly at: string;
        readonly organizationId: string;
        readonly period: Period;
        readonly carried: readonly Lot[];
        /**
         * How many charges the ChargesCarried entries that follow bring over, open and settled ones together. Nothing
         * is decided on the period before all of them are there. Entries of earlier releases lack it: those releases
         * wrote the whole opening in one append.
         */
        readonly carrying?: number;
        /**
         * How many tiers the organization had had by then: what is included follows from them, and a later upgrade adds
         * to it. Entries of earlier releases lack it.
         */
        readonly tiers?: number;
        /**
         * The tier with which it begins, and the version of the price list that says what tiers include in it. Entries
         * of earlier releases lack them.
         */
        readonly tier?: string;
        readonly prices?: string;
        /** Credits that are owed, of the period before; absent if none are. */
        readonly owed?: Microcredits;
        /** Overage of months before that was sold and is too little to be charged yet; absent if there is none. */
        readonly unpaid?: UnpaidOverage;
        /** The overage that is allowed in it; absent if none is. */
        readonly overage?: OverageTerms;
      }
    >
  | Fact<'ChargesCarried', ChargesCarried>
  | Fact<
      'CreditsGranted',
      {
        readonly at: string;
        readonly lot: Lot;
        readonly reason: string;
        /** The upgrade that it follows from, where a tier was changed in the midst of the month. */
        readonly upgrade?: Prorated;
      }
    >
  | Fact<
      'CreditsPurchased',
      { readonly at: string; readonly lot: Lot; readonly packageId: string; readonly paymentId: string }
    >
  | Fact<'PurchaseReversed', PurchaseReversed>
  | Fact<'ReversalUndone', ReversalUndone>
  | Fact<'DebtPaid', { readonly at: string; readonly amount: Microcredits; readonly drawn: readonly Draw[] }>
  | Fact<'CreditsCharged', CreditsCharged>
  | Fact<'ChargeReapportioned', ChargeReapportioned>
  | Fact<'CreditsRefunded', CreditsRefunded>
  | Fact<'ChargeSettled', ChargeSettled>
  | Fact<
      'OverageChanged',
      {
        readonly at: string;
        /** The API key that asked for it, or `tier` where the tier allows less than before. */
        readonly by: string;
        readonly overage: OverageTerms;
      }
    >
  | Fact<'OverageSettled', OverageSettled>
  | Fact<'CreditsLapsed', { readonly at: string; readonly amount: Microcredits; readonly lapsed: readonly Draw[] }>
  | Fact<'PeriodClosed', { readonly at: string; readonly period: Period; readonly next: Period }>;

/**
 * The charges of earlier periods, as far as later decisions need them. Follows PeriodOpened as often as it takes, each
 * in an append of its own where there are many: a store takes about a megabyte an append, and sixty open charges for
 * all tools are that.
 */
export interface ChargesCarried {
  readonly at: string;
  readonly openCharges: readonly OpenCharge[];
  readonly settled: readonly SettledCharge[];
}

/**
 * The money of a purchase, or of a part of it, went back to the customer. Its credits go, as far as purchased credits
 * are unspent; the rest is owed.
 */
export interface PurchaseReversed {
  readonly at: string;
  readonly paymentId: string;
  readonly packageId: string;
  /** The sum of what is taken and what is owed. */
  readonly amount: Microcredits;
  readonly taken: readonly Draw[];
  readonly owed: Microcredits;
}

/** A dispute was won: what it had taken comes back, as far as it is not owed any more by that. */
export interface ReversalUndone {
  readonly at: string;
  readonly paymentId: string;
  readonly packageId: string;
  /** The sum of what is no longer owed and what comes back. */
  readonly amount: Microcredits;
  readonly noLongerOwed: Microcredits;
  /** The lot that comes back. */
  readonly lot: Lot;
}

/** The overage of a month is over: what credits do not cover by then is sold. */
export interface OverageSettled {
  readonly at: string;
  readonly period: Period;
  readonly lot: string;
  /** The sum of what is covered and what is sold. */
  readonly used: Microcredits;
  readonly drawn: readonly Draw[];
  /** The credits that are sold, and their price in whole cents of US dollars, rounded down. */
  readonly amount: Microcredits;
  readonly microdollarsPerCredit: number;
  readonly cents: number;
  /** The purchase that charges it. */
  readonly paymentId: string;
  /** The amount that months before had left to be charged with it; absent if nothing was. */
  readonly before?: UnpaidOverage;
  /** With what was left it is less than a charge has at least, and left to the next month. */
  readonly isLeft?: true;
  /** Open charges hold what paid for them from then on. Entries of earlier releases lack it. */
  readonly isAttributed?: true;
}

export interface CreditsCharged extends ChargeSubject {
  readonly at: string;
  readonly amount: Microcredits;
  readonly lines: readonly ChargeLine[];
  readonly drawn: readonly Draw[];
  /** The billing categories that the session planned, free ones too; only on its first charge. */
  readonly categories?: readonly ChargeCategory[];
  /**
   * The tools and features that were paid for; only on a session's first charge. Entries of earlier releases lack it.
   */
  readonly plan?: PaidPlan;
  /** Under which conditions; only on a session's first charge. Entries of earlier releases lack them. */
  readonly terms?: ChargeTerms;
  /** How many lines of code were counted; only on the charge for them. */
  readonly linesCounted?: number;
}

/** A category's price moves to the tools that remain. The sum stays what it was. */
export interface ChargeReapportioned extends ChargeSubject {
  readonly at: string;
  readonly category: ChargeCategory;
  readonly lines: readonly ChargeLine[];
}

export interface CreditsRefunded extends ChargeSubject {
  readonly at: string;
  readonly amount: Microcredits;
  readonly lines: readonly ChargeLine[];
  readonly reason: RefundReason;
  readonly returned: readonly Draw[];
}

/** The session's charge is final: nothing of it comes back any more. */
export interface ChargeSettled extends ChargeSubject {
  readonly at: string;
  readonly charged: Microcredits;
  readonly refunded: Microcredits;
  readonly linesScanned: number;
  /** By finding category. */
  readonly issuesByCategory: Readonly<Record<string, number>>;
}

/**
 * The fields that sealing adds: the balance after the entry, and the hash of the entry before it in the organization's
 * whole ledger.
 */
interface Seal {
  readonly balance: Microcredits;
  readonly previousHash: string;
}

type Sealed<Entry extends Fact> = Entry extends Fact<infer Type, infer Data> ? Fact<Type, Data & Seal> : never;

/** An event of a `credits-<organization>-<period>` stream (version 1). */
export type LedgerEntry = Sealed<LedgerFact>;

/** One kind of entry. */
export type LedgerEntryOf<Type extends LedgerEntry['type']> = Extract<LedgerEntry, { readonly type: Type }>;

export const LEDGER_ENTRIES: FactTypes<LedgerEntry> = {
  PeriodOpened: true,
  ChargesCarried: true,
  CreditsGranted: true,
  CreditsPurchased: true,
  PurchaseReversed: true,
  ReversalUndone: true,
  DebtPaid: true,
  CreditsCharged: true,
  ChargeReapportioned: true,
  CreditsRefunded: true,
  ChargeSettled: true,
  OverageChanged: true,
  OverageSettled: true,
  CreditsLapsed: true,
  PeriodClosed: true,
};

export const LEDGER_STREAM_PREFIX = 'credits-';
export const ledgerStream = (organizationId: string, period: Period): string =>
  `${LEDGER_STREAM_PREFIX}${organizationId}-${period}`;

/** @throws RangeError for the name of another kind of stream */
export function ledgerOfStream(stream: string): { organizationId: string; period: Period } {
  const match = /^credits-(.+)-(\d{4}-\d{2})$/.exec(stream);
  if (!match) throw new RangeError(`not a credit ledger's stream: ${stream}`);
  return { organizationId: match[1]!, period: match[2]! };
}
