import { type Microcredits, formatCredits, microcredits, refused } from '@assay/kernel';
import type { AutoTopup } from './auto-topup';
import type { TopupEvent, TopupSettings } from './topup-events';

interface ChangeAutoTopup {
  readonly at: string;
  readonly organizationId: string;
  /** The API key that changes it. */
  readonly by: string;
  readonly enabled: boolean;
  /** Unchanged settings are left out. */
  readonly settings: Partial<TopupSettings>;
}

/**
 * Turns automatic top-ups on or off. Equal settings are recorded again only after declined charges: the customer's
 * request ends the wait for the next try.
 */
export function changeAutoTopup(command: ChangeAutoTopup, state: AutoTopup): TopupEvent[] {
  const { at, organizationId, by, enabled } = command;
  const { triggerThreshold, packageId, maxPerMonth } = { ...state.settings, ...command.settings };
  const isSame =
    state.enabled === enabled &&
    state.settings?.triggerThreshold === triggerThreshold &&
    state.settings?.packageId === packageId &&
    state.settings?.maxPerMonth === maxPerMonth;
  if (isSame && state.declines === 0) return [];
  const merged = { triggerThreshold, packageId, maxPerMonth };
  if (enabled || Object.values(merged).some((value) => value !== undefined)) refuseMissing(merged);
  return [{ type: 'AutoTopupChanged', data: { at, organizationId, by, enabled, ...defined(merged) } }];
}

const defined = (settings: Partial<TopupSettings>): Partial<TopupSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** @throws RefusedError VALIDATION_ERROR with each setting that is missing */
export function refuseMissing(settings: Partial<TopupSettings>): void {
  const missing = (['triggerThreshold', 'packageId', 'maxPerMonth'] as const)
    .filter((field) => settings[field] === undefined)
    .map((field) => ({ field, message: 'is required: automatic top-ups need all settings' }));
  if (missing.length > 0) refused('VALIDATION_ERROR', `${missing[0]!.field}: ${missing[0]!.message}`, missing);
}

/** The largest limit that a customer may set. */
export const MOST_TOPUPS_PER_MONTH = 10;
/** The most packages that a threshold may be worth, which bounds one charge. */
const MOST_PACKAGES = 100;

/** @throws RefusedError VALIDATION_ERROR for a threshold that is worth more packages than one charge may buy */
export function refuseDistantThreshold(threshold: Microcredits, pack: { readonly credits: Microcredits }): void {
  const most = microcredits(pack.credits * MOST_PACKAGES);
  if (threshold <= most) return;
  const credits = formatCredits(most);
  const message = `must be at most ${credits}, what ${MOST_PACKAGES} packages have: choose a larger package`;
  refused('VALIDATION_ERROR', `triggerThreshold: ${message}`, [{ field: 'triggerThreshold', message }]);
}
