import type { Fact, FactTypes, Microcredits } from '@assay/kernel';

/** When a top-up is due, of what, and how often. */
export interface TopupSettings {
  /** A balance below it is topped up to it. */
  readonly triggerThreshold: Microcredits;
  readonly packageId: string;
  /** Top-ups in a month (UTC) at most, each of as many packages as it takes. */
  readonly maxPerMonth: number;
}

/** An entry of the ledger that lowered the balance, and how far. */
export interface LoweringEntry {
  readonly stream: string;
  readonly revision: number;
  readonly before: Microcredits;
  readonly after: Microcredits;
}

/** The price of a top-up, in cents of US dollars. Its id is that of the purchase, too. */
export interface TopupOrder {
  readonly topupId: string;
  readonly packageId: string;
  readonly packages: number;
  readonly credits: Microcredits;
  readonly cents: number;
}

/**
 * Why a top-up that is due does not run now: `month-cap`, the month has had as many as it may; `waiting`, a declined
 * charge is tried again later; `in-flight`, one runs already; `package-gone`, the package is no longer sold.
 */
export type HeldBackCode = 'month-cap' | 'waiting' | 'in-flight' | 'package-gone';

/** The events of a `topup-<organization>` stream (version 1): what was set, and each decision. */
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
  /** On which it was decided. */
  readonly balance: Microcredits;
  /** The debt of that time, which is paid beside the gap; absent if nothing was. */
  readonly owed?: Microcredits;
  readonly threshold: Microcredits;
  /** The entry after which somebody looks; null for new settings, and for a try whose time has come. */
  readonly entry: LoweringEntry | null;
}

interface TopupDeclined {
  readonly at: string;
  readonly topupId: string;
  readonly reason: string;
  /** How many charges in a row were declined, this one too. */
  readonly declines: number;
  /** When the next one may be tried; null after the last. */
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
