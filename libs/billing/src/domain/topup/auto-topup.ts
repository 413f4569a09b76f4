import { type Model, hasType, passedOver } from '@assay/kernel';
import { type Period, periodOf } from '../period';
import {
  type HeldBackCode,
  type LoweringEntry,
  TOPUP_EVENTS,
  type TopupEvent,
  type TopupOrder,
  type TopupSettings,
} from './topup-events';

/** A top-up that was triggered and has not ended. */
export interface TopupInFlight extends TopupOrder {
  readonly triggeredAt: string;
}

/** The state for decisions about automatic top-ups of an organization. */
export interface AutoTopup {
  readonly organizationId: string;
  readonly enabled: boolean;
  /** The last settings, also while top-ups are off; undefined before there were any. */
  readonly settings: TopupSettings | undefined;
  readonly inFlight: TopupInFlight | undefined;
  /** The top-ups of the newest month that were charged or are in flight. */
  readonly month: { readonly period: Period; readonly topups: number };
  /** The number of top-ups so far, including declined ones: the next id follows from it. */
  readonly triggered: number;
  /** The number of declined charges in a row. */
  readonly declines: number;
  readonly retryAt: string | undefined;
  /** The last recorded reason why none runs; undefined once it no longer applies. */
  readonly told: HeldBackCode | undefined;
  /** The newest ledger entry that was decided on. */
  readonly entry: Pick<LoweringEntry, 'stream' | 'revision'> | undefined;
  readonly last: TopupEvent | undefined;
}

const never: AutoTopup = {
  organizationId: '',
  enabled: false,
  settings: undefined,
  inFlight: undefined,
  month: { period: '', topups: 0 },
  triggered: 0,
  declines: 0,
  retryAt: undefined,
  told: undefined,
  entry: undefined,
  last: undefined,
};

export const autoTopup: Model<AutoTopup, TopupEvent> = {
  initial: never,
  evolve: (state, event) =>
    hasType(TOPUP_EVENTS, event.type) ? { ...apply(state, event), last: event } : passedOver(state, event.type),
};

function apply(state: AutoTopup, event: TopupEvent): AutoTopup {
  switch (event.type) {
    case 'AutoTopupChanged': {
      const { organizationId, enabled, triggerThreshold, packageId, maxPerMonth } = event.data;
      const settings =
        triggerThreshold === undefined || packageId === undefined || maxPerMonth === undefined
          ? state.settings
          : { triggerThreshold, packageId, maxPerMonth };
      return { ...state, organizationId, enabled, settings, declines: 0, retryAt: undefined, told: undefined };
    }
    case 'TopupTriggered': {
      const { at, topupId, packageId, packages, credits, cents, entry } = event.data;
      const period = periodOf(at);
      return {
        ...state,
        inFlight: { topupId, packageId, packages, credits, cents, triggeredAt: at },
        month: { period, topups: topupsIn(state, period) + 1 },
        triggered: state.triggered + 1,
        retryAt: undefined,
        told: 'in-flight',
        entry: entry ?? state.entry,
      };
    }
    case 'TopupHeldBack':
      return { ...state, told: event.data.code, entry: event.data.entry ?? state.entry };
    case 'TopupCredited':
      return { ...state, inFlight: undefined, declines: 0, told: undefined };
    case 'TopupDeclined': {
      const { declines, retryAt } = event.data;
      const { period, topups } = state.month;
      return {
        ...state,
        inFlight: undefined,
        // It cost nothing, so it does not count.
        month: { period, topups: topups - 1 },
        declines,
        retryAt: retryAt ?? undefined,
        told: 'waiting',
      };
    }
    case 'AutoTopupTurnedOff':
      return { ...state, enabled: false, retryAt: undefined };
    default:
      return passedOver(state, event);
  }
}

/** The number of top-ups in a month, including those in flight. */
export const topupsIn = ({ month }: Pick<AutoTopup, 'month'>, period: Period): number =>
  month.period === period ? month.topups : 0;
