import { type TextForm, isRealDay, refused } from '@assay/kernel';
import { type Period, isPeriod, periodOf, preceding } from '../domain/period';

const MONTH = '[0-9]{4}-(?:0[1-9]|1[0-2])';
const DAY = `${MONTH}-(?:0[1-9]|[12][0-9]|3[01])`;
const HOUR = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';
const DATE = `${DAY}(?:T${HOUR}(?::[0-5][0-9](?:\\.[0-9]+)?)?(?:Z|[+-]${HOUR}))?`;
const ISO_DATE = new RegExp(`^${DATE}$`);

/** A period that a query names. The calendar may lack its day. */
export const NAMED_PERIOD: TextForm = {
  pattern: new RegExp(`^(?:current|previous|${MONTH}|${DATE})$`),
  message: 'current, previous, a month such as 2026-11, or an ISO date',
};

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
  const message = `must be ${NAMED_PERIOD.message}`;
  return refused('VALIDATION_ERROR', `period ${message}`, [{ field: 'period', message }]);
}

/**
 * A date of the calendar, which is meant in UTC, or a time with its offset: one without would be read in the zone of
 * whichever machine reads it.
 */
export const isInstant = (text: string): boolean =>
  ISO_DATE.test(text) && !Number.isNaN(Date.parse(text)) && isRealDay(text);
