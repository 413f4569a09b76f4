/** A billing period: a calendar month in UTC, `2026-11`. Periods compare as text. */
export type Period = string;

export const periodOf = (at: string): Period => at.slice(0, 7);

export function following(period: Period): Period {
  const { year, month } = parts(period);
  return month === 12 ? format(year + 1, 1) : format(year, month + 1);
}

export function preceding(period: Period): Period {
  const { year, month } = parts(period);
  return month === 1 ? format(year - 1, 12) : format(year, month - 1);
}

/** The periods after `period` up to and including `last`, in order. */
export function periodsAfter(period: Period, last: Period): Period[] {
  const periods: Period[] = [];
  for (let next = following(period); next <= last; next = following(next)) periods.push(next);
  return periods;
}

/** The first instant of the period, ISO 8601. */
export const startOf = (period: Period): string => `${period}-01T00:00:00.000Z`;

/** The first instant after the period. */
export const endOf = (period: Period): string => startOf(following(period));

export const isPeriod = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

const format = (year: number, month: number): Period =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;

function parts(period: Period): { year: number; month: number } {
  if (!isPeriod(period)) throw new RangeError(`not a billing period (YYYY-MM): ${period}`);
  return { year: Number(period.slice(0, 4)), month: Number(period.slice(5)) };
}
