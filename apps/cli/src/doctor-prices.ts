import { PriceListChanged, PriceVersions } from '@assay/billing';
import { InvalidPriceList, type PriceList, type Settings, readPriceList, systemClock } from '@assay/kernel';
import { openEventStore } from '@assay/platform';
import { upcasts } from '@assay/runtime';
import type { Check } from './output/doctor-text';

const NAME = 'price list';

/** Whether a start would take the price list: its file can be used, and its version says what it said before. */
export async function priceList(settings: Settings): Promise<Check> {
  try {
    const list = readPriceList(settings.pricesFile);
    await refuseChanged(settings, list);
    return { name: NAME, state: 'ok', says: `${settings.pricesFile ?? 'included'}, version ${list.version}` };
  } catch (error) {
    if (!(error instanceof InvalidPriceList || error instanceof PriceListChanged)) throw error;
    return { name: NAME, state: 'problem', says: error.message };
  }
}

/** Passes where the store is missing or cannot be opened: the check of the stores says why. */
async function refuseChanged(settings: Settings, list: PriceList): Promise<void> {
  const events = await openEventStore(settings, { readOnly: true, upcasts }).catch(() => undefined);
  if (!events) return;
  try {
    await new PriceVersions(events, systemClock, list).refuseChanged();
  } finally {
    await events.close();
  }
}
