import { LRUCache } from 'lru-cache';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** The largest offset from UTC of any clock. Each transition lies within this distance of the time it concerns. */
const FURTHEST = 15 * HOUR;
/** Days whose offsets are cached: about four years. */
const REMEMBERED = 1_500;

/** From this instant until that of the next stretch, clocks are this many milliseconds ahead of UTC. */
interface Stretch {
  readonly from: number;
  readonly offset: number;
}

/**
 * A clock of a time zone. An instant is the number of milliseconds since 1970 in UTC. A wall time is the time that the
 * clock shows, as such a number, read as if it were UTC.
 */
export class TimeZone {
  private readonly days = new LRUCache<number, readonly Stretch[]>({ max: REMEMBERED });

  private constructor(
    /** In the spelling of the IANA database. */
    readonly name: string,
    private readonly format: Intl.DateTimeFormat,
  ) {}

  /** Undefined for a name that no database of time zones has, and for an offset such as `+01:00`. */
  static named(name: string): TimeZone | undefined {
    if (!/^[a-z]/i.test(name)) return undefined;
    try {
      const format = new Intl.DateTimeFormat('en-US', { ...FIELDS, timeZone: name });
      return new TimeZone(format.resolvedOptions().timeZone, format);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  wallTimeAt(instant: number): number {
    return instant + this.offsetAt(instant);
  }

  /** The first instant at which the clock shows this wall time or a later one. */
  firstAt(wallTime: number): number {
    const earliest = wallTime - FURTHEST;
    const stretches = this.stretchesFrom(earliest);
    for (const [index, { from, offset }] of stretches.entries()) {
      const instant = Math.max(from, earliest, wallTime - offset);
      const next = stretches[index + 1];
      if (next === undefined || instant < next.from) return instant;
    }
    throw new Error(`no stretch of ${this.name} reaches ${wallTime}`);
  }

  /** The stretch at this instant, and all that follow within twice {@link FURTHEST}. */
  private stretchesFrom(instant: number): readonly Stretch[] {
    const first = Math.floor(instant / DAY);
    const last = Math.floor((instant + 2 * FURTHEST) / DAY);
    const stretches: Stretch[] = [];
    for (let day = first; day <= last; day += 1)
      for (const stretch of this.stretchesOf(day))
        if (stretch.offset !== stretches.at(-1)?.offset) stretches.push(stretch);
    return stretches;
  }

  /** The stretches of a day of UTC. A day has at most one transition. */
  private stretchesOf(day: number): readonly Stretch[] {
    const known = this.days.get(day);
    if (known) return known;
    const from = day * DAY;
    const [before, after] = [this.offsetAt(from), this.offsetAt(from + DAY)];
    const stretches = [{ from, offset: before }];
    if (before !== after) stretches.push({ from: this.transition(from, from + DAY), offset: after });
    this.days.set(day, stretches);
    return stretches;
  }

  /** The first instant that has the offset of `until`; each transition falls on a whole second. */
  private transition(from: number, until: number): number {
    const before = this.offsetAt(from);
    let [low, high] = [from, until];
    while (high - low > 1_000) {
      const middle = low + Math.floor((high - low) / 2_000) * 1_000;
      if (this.offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    return high;
  }

  private offsetAt(instant: number): number {
    const shown: Record<string, number> = {};
    for (const { type, value } of this.format.formatToParts(instant)) shown[type] = Number(value);
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = shown;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1_000) * 1_000;
  }
}

const FIELDS: Intl.DateTimeFormatOptions = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
};
