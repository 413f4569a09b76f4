import { type Microcredits, deterministicId, microcredits, minus, noCredits, plus } from '@assay/kernel';
import { type Period, endOf, periodOf } from '../period';
import { type AutoTopup, topupsIn } from './auto-topup';
import type { HeldBackCode, LoweringEntry, TopupEvent, TopupSettings } from './topup-events';

/** A package as it is sold now. */
interface Offer {
  readonly id: string;
  readonly credits: Microcredits;
  readonly priceCents: number;
}

interface Consideration {
  readonly at: string;
  /** The current balance, which may be later than the entry. */
  readonly balance: Microcredits;
  /** The overage that purchased credits pay before they can be spent; zero if it is missing. */
  readonly owed?: Microcredits;
  /** The package that is sold under the configured id; undefined if it is no longer sold. */
  readonly offer: Offer | undefined;
  /** The entry that caused the check. */
  readonly entry: LoweringEntry | null;
}

/**
 * Decides whether a top-up runs now. No event if none is due: top-ups are off, or the balance reaches the threshold. If
 * one is due and does not run, the reason is recorded once for each time that the balance falls below the threshold,
 * and again if the reason changes; not for each charge.
 */
export function considerTopup(command: Consideration, state: AutoTopup): TopupEvent[] {
  const { settings, enabled } = state;
  if (!enabled || settings === undefined || command.balance >= settings.triggerThreshold) return [];
  const obstacle = obstacleTo(command, state, settings);
  if (obstacle !== undefined) {
    const isSaid = state.told === obstacle.code && !isCrossing(command.entry, state, settings);
    return isSaid ? [] : [{ type: 'TopupHeldBack', data: { ...obstacle, ...decisionOf(command, settings) } }];
  }
  const { id, credits, priceCents } = command.offer!;
  const gap = plus(minus(settings.triggerThreshold, command.balance), command.owed ?? noCredits);
  const packages = Math.ceil(gap / credits);
  return [
    {
      type: 'TopupTriggered',
      data: {
        ...decisionOf(command, settings),
        topupId: deterministicId('top', `${state.organizationId}/${state.triggered + 1}`),
        packageId: id,
        packages,
        credits: microcredits(credits * packages),
        cents: priceCents * packages,
      },
    },
  ];
}

/** Charges of a month that is over do not count towards the limit of the next one. */
function obstacleTo(
  { at, offer }: Consideration,
  state: AutoTopup,
  { packageId, maxPerMonth }: TopupSettings,
): { readonly code: HeldBackCode; readonly reason: string } | undefined {
  if (state.inFlight !== undefined)
    return { code: 'in-flight', reason: `the top-up ${state.inFlight.topupId} has not ended yet` };
  if (state.retryAt !== undefined && at < state.retryAt)
    return {
      code: 'waiting',
      reason: `the last charge was declined; the next one is tried at ${state.retryAt}, or when the settings change`,
    };
  const month: Period = periodOf(at);
  if (topupsIn(state, month) >= maxPerMonth)
    return {
      code: 'month-cap',
      reason: `${month} has had ${maxPerMonth} of ${maxPerMonth} top-ups; the next one may run at ${endOf(month)}`,
    };
  if (offer === undefined)
    return { code: 'package-gone', reason: `the package ${packageId} is no longer sold; choose another one` };
  return undefined;
}

const decisionOf = (
  { at, balance, owed = noCredits, entry }: Consideration,
  { triggerThreshold: threshold }: TopupSettings,
) => ({ at, balance, ...(owed > 0 && { owed }), threshold, entry });

/** Whether an entry that was not decided on yet took the balance below the threshold. */
function isCrossing(entry: LoweringEntry | null, state: AutoTopup, { triggerThreshold }: TopupSettings): boolean {
  if (entry === null || entry.before < triggerThreshold || entry.after >= triggerThreshold) return false;
  return state.entry === undefined || isLater(entry, state.entry);
}

/** Streams of one organization's ledger sort by their month. */
const isLater = (one: NonNullable<AutoTopup['entry']>, other: NonNullable<AutoTopup['entry']>): boolean =>
  one.stream > other.stream || (one.stream === other.stream && one.revision > other.revision);

/** How a top-up ended. */
export type TopupOutcome =
  | { readonly status: 'credited'; readonly balance: Microcredits }
  | { readonly status: 'declined'; readonly reason: string };

/** The tries with a card before automatic top-ups are turned off. */
const MOST_DECLINES = 3;
/** Milliseconds until the second and the third try. */
const RETRY_AFTER = [60 * 60 * 1000, 24 * 60 * 60 * 1000] as const;

/** Records the outcome of a top-up. It changes nothing if the top-up has ended already or is another's. */
export function recordOutcome(
  { at, topupId, outcome }: { readonly at: string; readonly topupId: string; readonly outcome: TopupOutcome },
  { inFlight, declines: before }: AutoTopup,
): TopupEvent[] {
  if (inFlight?.topupId !== topupId) return [];
  if (outcome.status === 'credited')
    return [{ type: 'TopupCredited', data: { at, topupId, balance: outcome.balance } }];
  const { reason } = outcome;
  const declines = before + 1;
  const wait = RETRY_AFTER[declines - 1];
  const retryAt = wait === undefined ? null : new Date(Date.parse(at) + wait).toISOString();
  const declined: TopupEvent = { type: 'TopupDeclined', data: { at, topupId, reason, declines, retryAt } };
  if (declines < MOST_DECLINES) return [declined];
  return [
    declined,
    {
      type: 'AutoTopupTurnedOff',
      data: {
        at,
        topupId,
        reason: `${declines} charges in a row were declined, the last one because of ${reason}`,
      },
    },
  ];
}
