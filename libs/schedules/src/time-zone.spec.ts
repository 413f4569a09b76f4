import { Cron } from 'croner';
import { readSchedule } from './schedule';
import { TimeZone } from './time-zone';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Their clocks change by an hour, by half an hour, by a day, at midnight, around Ramadan, from -1 to 0, or never. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Africa/Cairo',
  'America/Scoresbysund',
  'Asia/Kathmandu',
];

const zoneNamed = (name: string): TimeZone => {
  const zone = TimeZone.named(name);
  if (!zone) throw new Error(`this Node.js does not know ${name}`);
  return zone;
};

/** The wall time of a clock in whole minutes, computed independently of the code under test. */
function clockIn(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (instant) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
}

/** The days of UTC in which the clocks of a zone change, in these years. */
function daysOfChange(timeZone: string, from: number, until: number): number[] {
  const zone = zoneNamed(timeZone);
  const days: number[] = [];
  const ahead = (instant: number) => zone.wallTimeAt(instant) - instant;
  for (let day = Date.UTC(from, 0, 1); day < Date.UTC(until, 0, 1); day += DAY)
    if (ahead(day) !== ahead(day + DAY)) days.push(day);
  return days;
}

describe.each(ZONES)('a clock in %s', (timeZone) => {
  it('shows each minute first when it does, or at the moment to which it is put forward', () => {
    const zone = zoneNamed(timeZone);
    const clock = clockIn(timeZone);
    const days = daysOfChange(timeZone, 2010, 2012);
    const isStill = timeZone === 'Asia/Kathmandu';
    expect(days.length >= 2).toBe(!isStill);
    for (const day of isStill ? [Date.UTC(2011, 2, 27)] : days) {
      // Reads the clock minute by minute, and keeps for each minute the first instant that shows it or a later one.
      const first = new Map<number, number>();
      let shown = clock(day - DAY);
      for (let instant = day - DAY + MINUTE; instant < day + 2 * DAY; instant += MINUTE) {
        const now = clock(instant);
        for (let minute = shown + MINUTE; minute <= now; minute += MINUTE) first.set(minute, instant);
        shown = Math.max(shown, now);
      }
      expect(first.size).toBeGreaterThan(DAY / MINUTE);
      const wrong = [...first].filter(([minute, instant]) => zone.firstAt(minute) !== instant);
      expect(wrong).toEqual([]);
    }
  });

  it('makes the same due times of a time of day as croner does, except where a day has no such moment', () => {
    for (const cron of ['30 2 * * *', '45 1 * * SUN']) {
      const schedule = readSchedule({ cron, timezone: timeZone });
      if (!schedule.ok) throw new Error(schedule.refusal.message);
      const [from, until] = [Date.UTC(2011, 2, 1), Date.UTC(2012, 3, 10)];
      const theirs: number[] = [];
      const job = new Cron(cron, { mode: '5-part', timezone: timeZone, stopAt: new Date(until) });
      for (let run = job.nextRun(new Date(from)); run !== null; run = job.nextRun(run)) theirs.push(run.getTime());
      const ours = [...schedule.value.dueBetween(from, until - 1)];
      // If a time is missing up to the end of its day, croner leaves it out. Here it is due when the next day begins.
      const lacking = ours.filter((at) => !theirs.includes(at)).map((at) => new Date(at).toISOString());
      expect(theirs.filter((at) => !ours.includes(at))).toEqual([]);
      expect(lacking).toEqual(timeZone === 'Pacific/Apia' && cron === '30 2 * * *' ? ['2011-12-30T10:00:00.000Z'] : []);
    }
  });
});
