import { isRealDay, refused } from '@assay/kernel';
import { type Period, isPeriod, periodOf, preceding } from '../domain/period';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * The billing period that a query names: `current`, `previous`, a month (`2026-11`), or any ISO date in it.
 *
 * @throws RefusedError VALIDATION_ERROR for anything else
 */
export function requestedPeriod(requested: string, now: string): Period {
  if (requested === 'current') return periodOf(now);
  if (requested === 'previous') return preceding(periodOf(now));
  if (isPeriod(requested)) return requested;
  const period = isInstant(requested) ? periodOf(new Date(requested).toISOString()) : '';
  // An offset can lead out of the years that a period has.
  if (isPeriod(period)) return period;
  return refused('VALIDATION_ERROR', 'period must be current, previous or an ISO date', [
    { field: 'period', message: 'must be current, previous or an ISO date' },
  ]);
}

/**
 * A date of the calendar, which is meant in UTC, or a time with its offset: one without would be read in the zone of
 * whichever machine reads it.
 */
export const isInstant = (text: string): boolean =>
  ISO_DATE.test(text) && !Number.isNaN(Date.parse(text)) && isRealDay(text);
