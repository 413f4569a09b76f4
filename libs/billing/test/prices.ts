import type { EventStore } from '@assay/event-store';
import { type Clock, type PriceList, defaultPriceList, fromCredits } from '@assay/kernel';
import { PriceVersions } from '../src/price-versions';

export const { prices: PRICES } = defaultPriceList();

/** As the list that comes with Assay, but the free tier has overage: 40 credits. */
export const WITH_OVERAGE: PriceList = (() => {
  const list = defaultPriceList();
  const free = { ...list.tiers.free, overage: { credits: fromCredits(40), microdollarsPerCredit: 123_457 } };
  return { ...list, version: `${list.version}-overage`, tiers: { ...list.tiers, free } };
})();

/** The list that comes with Assay, or another one, on a store. */
export const versionsOn = (events: EventStore, clock: Clock, list = defaultPriceList()): PriceVersions =>
  new PriceVersions(events, clock, list);
