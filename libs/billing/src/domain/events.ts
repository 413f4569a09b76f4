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
 * The facts as they are decided, before they are sealed into the chain. `at` is their time, ISO 8601, and never
 * decreases within a ledger.
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
         * How many charges the following ChargesCarried entries carry over, open and settled ones together. Nothing is
         * decided on the period before all of them are there. Entries of earlier releases lack it: those releases wrote
         * the whole opening in one append.
         */
        readonly carrying?: number;
        /**
         * How many tiers the organization had had by then: the included credits follow from them, and a later upgrade
         * adds to them. Entries of earlier releases lack it.
         */
        readonly tiers?: number;
        /**
         * The tier at the start of the period, and the version of the price list that says how many credits tiers
         * include. Entries of earlier releases lack them.
         */
        readonly tier?: string;
        readonly prices?: string;
        /** Debt in credits from the period before; absent if there is none. */
        readonly owed?: Microcredits;
        /** Overage of earlier months that was sold and is too little to be charged yet; absent if there is none. */
        readonly unpaid?: UnpaidOverage;
        /** The overage that is allowed in the period; absent if none is. */
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
        /** The upgrade that the credits come from, if the tier was changed within the month. */
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
        /** The API key of the request, or `tier` if the tier allows less than before. */
        readonly by: string;
        readonly overage: OverageTerms;
      }
    >
  | Fact<'OverageSettled', OverageSettled>
  | Fact<'CreditsLapsed', { readonly at: string; readonly amount: Microcredits; readonly lapsed: readonly Draw[] }>
  | Fact<'PeriodClosed', { readonly at: string; readonly period: Period; readonly next: Period }>;

/**
 * The charges of earlier periods that later decisions need. It follows PeriodOpened as often as necessary; many charges
 * take several appends, since a store takes about a megabyte an append, and sixty open charges for all tools have that
 * size.
 */
export interface ChargesCarried {
  readonly at: string;
  readonly openCharges: readonly OpenCharge[];
  readonly settled: readonly SettledCharge[];
}

/**
 * The money of a purchase, or of a part of it, went back to the customer. Its unspent purchased credits are taken back;
 * the rest is owed.
 */
export interface PurchaseReversed {
  readonly at: string;
  readonly paymentId: string;
  readonly packageId: string;
  /** The sum of the credits taken back and those owed. */
  readonly amount: Microcredits;
  readonly taken: readonly Draw[];
  readonly owed: Microcredits;
}

/** A dispute was won: the credits that it had taken are returned, after the debt that it had caused is cancelled. */
export interface ReversalUndone {
  readonly at: string;
  readonly paymentId: string;
  readonly packageId: string;
  /** The sum of the cancelled debt and the returned credits. */
  readonly amount: Microcredits;
  readonly noLongerOwed: Microcredits;
  /** The lot of the returned credits. */
  readonly lot: Lot;
}

/** The overage of a month has ended: the part that credits do not cover by then is sold. */
export interface OverageSettled {
  readonly at: string;
  readonly period: Period;
  readonly lot: string;
  /** The sum of the covered and the sold credits. */
  readonly used: Microcredits;
  readonly drawn: readonly Draw[];
  /** The credits that are sold, and their price in whole cents of US dollars, rounded down. */
  readonly amount: Microcredits;
  readonly microdollarsPerCredit: number;
  readonly cents: number;
  /** The purchase that charges it. */
  readonly paymentId: string;
  /** The unpaid amount of earlier months that is charged with it; absent if there is none. */
  readonly before?: UnpaidOverage;
  /** Together with the unpaid amount it is below the least charge, and is left to the next month. */
  readonly isLeft?: true;
  /**
   * From here on, open charges hold the lots that paid for them instead of overage. Entries of earlier releases lack
   * it.
   */
  readonly isAttributed?: true;
}

export interface CreditsCharged extends ChargeSubject {
  readonly at: string;
  readonly amount: Microcredits;
  readonly lines: readonly ChargeLine[];
  readonly drawn: readonly Draw[];
  /** The billing categories that the session planned, including free ones; only on its first charge. */
  readonly categories?: readonly ChargeCategory[];
  /**
   * The tools and features that were paid for; only on a session's first charge. Entries of earlier releases lack it.
   */
  readonly plan?: PaidPlan;
  /** The conditions of the charge; only on a session's first charge. Entries of earlier releases lack them. */
  readonly terms?: ChargeTerms;
  /** The counted lines of code; only on the charge for them. */
  readonly linesCounted?: number;
}

/** A category's price moves to the tools that remain. The sum stays the same. */
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

/** The session's charge is final: no part of it is returned any longer. */
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
