import { type CreditPackage, toCredits } from '@assay/kernel';
import { type AutoTopup, topupsIn } from '../../domain/topup/auto-topup';
import { topupWords } from '../../domain/topup/topup-words';
import { periodOf } from '../../domain/period';

/** `triggerThreshold` in credits. */
export interface AutoTopupView {
  readonly enabled: boolean;
  readonly triggerThreshold: number;
  readonly packageId: string;
  readonly maxPerMonth: number;
  /** The top-ups of this month (UTC) that were charged, or are in flight. */
  readonly topupsThisMonth: number;
  /** The newest decision in words, and when it was made; null before the first. */
  readonly lastDecision: { readonly at: string; readonly message: string } | null;
}

/** The suggestion where nothing was set yet. */
const SUGGESTED = { triggerThreshold: 100, maxPerMonth: 1 };

export function autoTopupView(state: AutoTopup, now: string, packages: readonly CreditPackage[]): AutoTopupView {
  const { enabled, settings, last } = state;
  const suggested = packages.find(({ isFeatured }) => isFeatured) ?? packages[0];
  return {
    enabled,
    triggerThreshold: settings ? toCredits(settings.triggerThreshold) : SUGGESTED.triggerThreshold,
    packageId: settings?.packageId ?? suggested?.id ?? '',
    maxPerMonth: settings?.maxPerMonth ?? SUGGESTED.maxPerMonth,
    topupsThisMonth: topupsIn(state, periodOf(now)),
    lastDecision:
      last === undefined || last.type === 'AutoTopupChanged' ? null : { at: last.data.at, message: topupWords(last) },
  };
}
