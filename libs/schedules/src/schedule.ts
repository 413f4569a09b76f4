import { type Result, messageOf, ok, refuse } from '@assay/kernel';
import { LRUCache } from 'lru-cache';
import { type CronExpression, readCronExpression } from './cron-expression';
import { TimeZone } from './time-zone';

const DAY = 86_400_000;

/** A schedule as a client writes it. */
export interface CronSchedule {
  readonly cron: string;
  /** A name of the IANA database: `Europe/Berlin`. */
  readonly timezone: string;
}

/** A fault of a schedule; the message is the end of a sentence. */
export interface ScheduleFault {
  readonly field: keyof CronSchedule;
  readonly message: string;
}

/** A parsed schedule. All times are instants: milliseconds since 1970 in UTC. */
export interface Schedule {
  readonly expression: CronExpression;
  readonly zone: TimeZone;
  /** The due times after one instant, up to and including another, rising. Each instant comes once. */
  dueBetween(after: number, until: number): Iterable<number>;
  /** The first due time after an instant. Undefined if the calendar ends, in the year 3000. */
  nextDue(after: number): number | undefined;
}

/** The most parsed schedules in the cache. Parsing takes a millisecond, and each is needed at each due time. */
const KEPT = 1_000;
const kept = new LRUCache<string, Result<Schedule, ScheduleFault>>({ max: KEPT });

export function readSchedule(schedule: CronSchedule): Result<Schedule, ScheduleFault> {
  const key = JSON.stringify([schedule.cron, schedule.timezone]);
  const known = kept.get(key);
  if (known) return known;
  const read = newlyRead(schedule);
  if (read.ok) kept.set(key, read);
  return read;
}

function newlyRead({ cron, timezone }: CronSchedule): Result<Schedule, ScheduleFault> {
  const zone = TimeZone.named(timezone);
  if (!zone)
    return refuse({ field: 'timezone', message: 'it is no time zone of the IANA database, such as Europe/Berlin' });
  try {
    return ok(scheduleOf(readCronExpression(cron), zone));
  } catch (error) {
    return refuse({ field: 'cron', message: messageOf(error).replace(/^CronPattern: /, '') });
  }
}

function scheduleOf(expression: CronExpression, zone: TimeZone): Schedule {
  function* dueBetween(after: number, until: number): Generator<number> {
    // Wall times of days before the clock's present day were all reached earlier.
    const today = Math.floor(zone.wallTimeAt(after) / DAY) * DAY;
    let last = after;
    for (const midnight of expression.daysFrom(today))
      for (const time of expression.timesOfDay) {
        const instant = zone.firstAt(midnight + time);
        if (instant > until) return;
        if (instant <= last) continue;
        last = instant;
        yield instant;
      }
  }
  return {
    expression,
    zone,
    dueBetween,
    nextDue(after) {
      for (const instant of dueBetween(after, Number.POSITIVE_INFINITY)) return instant;
      return undefined;
    },
  };
}
