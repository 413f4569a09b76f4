import { counted } from '@assay/kernel';
import type { Cron } from 'croner';

const MINUTE = 60_000;
/** Longer than any real expression, and short enough to parse at once. */
const LONGEST = 256;
/** The characters of the grammar. It leaves out the plus sign, to which croner gives a meaning of its own. */
const KNOWN = /^[\w*?,/#\s@-]*$/;

const FIELDS = ['minute', 'hour', 'day of the month', 'month', 'day of the week'];

/** A cron expression without a time zone: the days on which it is due, and the times on each of them. */
export interface CronExpression {
  /** Five fields, without nicknames. */
  readonly fields: readonly [minute: string, hour: string, dayOfMonth: string, month: string, dayOfWeek: string];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Milliseconds after midnight, rising. */
  readonly timesOfDay: readonly number[];
  /** The midnights of the days on which it is due, as wall times, from this midnight on. */
  daysFrom(midnight: number): Iterable<number>;
}

/** @throws Error that says what is wrong with the expression */
export function readCronExpression(text: string): CronExpression {
  if (text.length > LONGEST) throw new Error(`it has more than ${LONGEST} characters`);
  if (!KNOWN.test(text)) throw new Error('it has a character that has no meaning in a cron expression');
  const given = text.match(/\S+/g) ?? [];
  if (given[0]?.startsWith('@') !== true && given.length !== FIELDS.length)
    throw new Error(`it has ${counted(given.length, 'field')}, not five (${FIELDS.join(', ')})`);
  // Loaded at the first use: most processes read no schedule.
  const { Cron, CronPattern } = require('croner') as typeof import('croner');
  const { pattern, minute, hour } = new CronPattern(text, undefined, { mode: '5-part' });
  const [minuteField, hourField, ...dayFields] = pattern.trim().split(/\s+/) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const [minutes, hours] = [chosen(minute), chosen(hour)];
  // Due times here are wall times: the library gets no time zone.
  const days = new Cron(`0 0 ${dayFields.join(' ')}`, { mode: '5-part', utcOffset: 0 });
  if (days.nextRun(new Date(0)) === null) throw new Error('no day matches it');
  return {
    fields: [minuteField, hourField, ...dayFields],
    minutes,
    hours,
    timesOfDay: hours.flatMap((each) => minutes.map((one) => (each * 60 + one) * MINUTE)),
    daysFrom: (midnight) => matchingDays(days, midnight),
  };
}

function* matchingDays(days: Cron, from: number): Generator<number> {
  let day = days.nextRun(new Date(from - 1_000));
  while (day !== null) {
    yield day.getTime();
    day = days.nextRun(day);
  }
}

const chosen = (flags: readonly number[]): readonly number[] => [...flags.keys()].filter((value) => flags[value]);
