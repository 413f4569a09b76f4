import type { Microcredits } from '@assay/kernel';
import { readModel } from '@assay/read-models';
import type { EntryView } from '../domain/entry-view';
import type { Lot } from '../domain/lot';
import type { Period } from '../domain/period';

/** One document for each organization, in `credit-balance`: the state of its newest period. */
export interface CreditBalanceDocument {
  readonly organizationId: string;
  readonly period: Period;
  readonly lots: readonly Lot[];
  readonly balance: Microcredits;
  /** In this period: the tier's credits, the credits that rolled over, the charged and the returned credits. */
  readonly included: Microcredits;
  readonly rollover: Microcredits;
  readonly charged: Microcredits;
  readonly refunded: Microcredits;
  /** When the first lot lapses by its own time, ISO 8601; null if none does. */
  readonly lapsesAt: string | null;
}

export const creditBalanceDocuments = readModel<CreditBalanceDocument>('credit-balance');

/** One document for each entry of the ledger, in `credit-entries`. */
export interface CreditEntryDocument extends EntryView {
  readonly organizationId: string;
  readonly period: Period;
  /** The entry's place in the log: newest first is by this, descending. */
  readonly position: number;
  readonly timestamp: string;
  readonly balanceAfter: Microcredits;
  readonly hash: string;
}

export const creditEntryDocuments = readModel<CreditEntryDocument>('credit-entries');

export interface CategoryUsage {
  readonly scans: number;
  readonly credits: Microcredits;
  readonly issues: number;
}

export interface ProjectUsage {
  readonly scans: number;
  readonly credits: Microcredits;
}

/** One document for each organization and period, in `credit-usage`: what the credits were spent on. */
export interface CreditUsageDocument {
  readonly organizationId: string;
  readonly period: Period;
  readonly scans: number;
  readonly credits: Microcredits;
  readonly lines: number;
  readonly issues: number;
  readonly byCategory: Readonly<Record<string, CategoryUsage>>;
  readonly byProject: Readonly<Record<string, ProjectUsage>>;
}

export const creditUsageDocuments = readModel<CreditUsageDocument>('credit-usage');

/** One document for each organization, in `auto-topups`. */
export interface AutoTopupDocument {
  readonly organizationId: string;
  /** Since when a top-up is in flight, ISO 8601; null if none is. */
  readonly inFlight: string | null;
  /** When somebody has to look, ISO 8601: after a charge that is in flight, or at the time of the next try. */
  readonly dueAt: string | null;
}

export const autoTopupDocuments = readModel<AutoTopupDocument>('auto-topups');

export const transactionId = (eventId: string): string => `txn_${eventId}`;
export const usageId = (organizationId: string, period: Period): string => `${organizationId}/${period}`;

/**
 * One document for each purchase, in `purchases`: its status, by which unfinished ones are found to ask the provider
 * about.
 */
export interface PurchaseDocument {
  readonly organizationId: string;
  readonly startedAt: string;
  readonly isUnfinished: boolean;
}

export const purchaseDocuments = readModel<PurchaseDocument>('purchases');
