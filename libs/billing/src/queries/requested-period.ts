import { refused } from '@assay/kernel';
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
  if (isRealDate(requested)) return periodOf(new Date(requested).toISOString());
  return refused('VALIDATION_ERROR', 'period must be current, previous or an ISO date', [
    { field: 'period', message: 'must be current, previous or an ISO date' },
  ]);
}

/** `2026-02-30` is a date to JavaScript, in March. */
const isRealDate = (text: string): boolean =>
  ISO_DATE.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
