import type { Fact, FactTypes, Microcredits } from '@assay/kernel';

/** When a top-up is due, of which package, and how often. */
export interface TopupSettings {
  /** A balance below the threshold is topped up to it. */
  readonly triggerThreshold: Microcredits;
  readonly packageId: string;
  /** The most top-ups in a month (UTC), each of as many packages as necessary. */
  readonly maxPerMonth: number;
}

/** A ledger entry that lowered the balance, with the balance after it. */
export interface LoweringEntry {
  readonly stream: string;
  readonly revision: number;
  readonly before: Microcredits;
  readonly after: Microcredits;
}

/** The price of a top-up, in cents of US dollars. Its id is also that of the purchase. */
export interface TopupOrder {
  readonly topupId: string;
  readonly packageId: string;
  readonly packages: number;
  readonly credits: Microcredits;
  readonly cents: number;
}

/**
 * Why a top-up that is due does not run now: `month-cap`, the limit of the month is reached; `waiting`, a declined
 * charge is tried again later; `in-flight`, one runs already; `package-gone`, the package is no longer sold.
 */
export type HeldBackCode = 'month-cap' | 'waiting' | 'in-flight' | 'package-gone';

/** The events of a `topup-<organization>` stream (version 1): the settings, and each decision. */
export type TopupEvent =
  | Fact<'AutoTopupChanged', Partial<TopupSettings> & TopupSwitch>
  | Fact<'TopupTriggered', TopupOrder & TopupDecision>
  | Fact<'TopupHeldBack', TopupDecision & { readonly code: HeldBackCode; readonly reason: string }>
  | Fact<'TopupCredited', { readonly at: string; readonly topupId: string; readonly balance: Microcredits }>
  | Fact<'TopupDeclined', TopupDeclined>
  | Fact<'AutoTopupTurnedOff', { readonly at: string; readonly topupId: string; readonly reason: string }>;

interface TopupSwitch {
  readonly at: string;
  readonly organizationId: string;
  readonly enabled: boolean;
  /** The API key that changed it. */
  readonly by: string;
}

interface TopupDecision {
  readonly at: string;
  /** The balance that was decided on. */
  readonly balance: Microcredits;
  /** The debt at that time, which is paid in addition to the gap; absent if there was none. */
  readonly owed?: Microcredits;
  readonly threshold: Microcredits;
  /** The entry that caused the check; null for new settings, and for a try whose time has come. */
  readonly entry: LoweringEntry | null;
}

interface TopupDeclined {
  readonly at: string;
  readonly topupId: string;
  readonly reason: string;
  /** The number of charges in a row that were declined, including this one. */
  readonly declines: number;
  /** The time of the next try; null after the last. */
  readonly retryAt: string | null;
}

export const TOPUP_EVENTS: FactTypes<TopupEvent> = {
  AutoTopupChanged: true,
  TopupTriggered: true,
  TopupHeldBack: true,
  TopupCredited: true,
  TopupDeclined: true,
  AutoTopupTurnedOff: true,
};

const TOPUP_STREAM_PREFIX = 'topup-';
export const topupStream = (organizationId: string): string => `${TOPUP_STREAM_PREFIX}${organizationId}`;
export const organizationOfTopups = (stream: string): string => stream.slice(TOPUP_STREAM_PREFIX.length);
