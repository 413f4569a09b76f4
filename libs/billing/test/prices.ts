import type { EventStore } from '@assay/event-store';
import { type Clock, defaultPriceList } from '@assay/kernel';
import { PriceVersions } from '../src/price-versions';

export const { prices: PRICES } = defaultPriceList();

/** The list that comes with Assay, or another one, on a store. */
export const versionsOn = (events: EventStore, clock: Clock, list = defaultPriceList()): PriceVersions =>
  new PriceVersions(events, clock, list);
