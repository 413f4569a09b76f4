import { Backoff, type Clock } from '@assay/kernel';
import { readSchedule } from '@assay/schedules';
import PQueue from 'p-queue';
import type { Alarm, AutomationSchedule, Scheduler } from '../scheduler';

/** Calls once after so many milliseconds, unless it is called off. */
export type StartTimer = (milliseconds: number, call: () => void) => () => void;

interface EmbeddedSchedulerOptions {
  readonly alarm: Alarm;
  readonly clock: Clock;
  readonly startTimer?: StartTimer;
  /** Called for each ring that failed. It is repeated, after growing delays. */
  readonly onFault?: (automationId: string, error: unknown) => void;
}

interface Entry {
  schedule: AutomationSchedule;
  /** Milliseconds since 1970: when it rings next. */
  at: number;
  isRinging: boolean;
  readonly backoff: Backoff;
}

/**
 * Milliseconds. A timer does not count while the machine sleeps, and does not follow a clock that is set. So a wait for
 * a due time is divided into waits of a minute at most, after each of which one comparison is made.
 */
const LONGEST_WAIT = 60_000;
const RETRY = { initialDelayMs: 5_000, maxDelayMs: 600_000 };
const RINGS_AT_ONCE = 4;

/**
 * Rings in this process, by one timer for all schedules. It stores no state: each schedule that it is given rings at
 * once, so that what came due while nothing ran is settled from what is recorded.
 */
export class EmbeddedScheduler implements Scheduler {
  private readonly entries = new Map<string, Entry>();
  private readonly rings = new PQueue({ concurrency: RINGS_AT_ONCE });
  private stopTimer: () => void = () => undefined;
  private isClosed = false;

  constructor(private readonly options: EmbeddedSchedulerOptions) {}

  async set(schedule: AutomationSchedule): Promise<void> {
    if (this.isClosed) return;
    this.entries.set(schedule.automationId, {
      schedule,
      at: this.now(),
      isRinging: false,
      backoff: new Backoff(RETRY),
    });
    this.ringWhatIsDue();
  }

  async remove(automationId: string): Promise<void> {
    this.entries.delete(automationId);
    this.ringWhatIsDue();
  }

  async list(): Promise<readonly string[]> {
    return [...this.entries.keys()];
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.stopTimer();
    this.entries.clear();
    this.rings.clear();
    await this.rings.onIdle();
  }

  private ringWhatIsDue(): void {
    this.stopTimer();
    if (this.isClosed) return;
    const now = this.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [automationId, entry] of this.entries)
      if (entry.isRinging) continue;
      else if (entry.at <= now) this.startRing(automationId, entry);
      else next = Math.min(next, entry.at);
    if (next === Number.POSITIVE_INFINITY) return;
    const startTimer = this.options.startTimer ?? startSystemTimer;
    this.stopTimer = startTimer(Math.min(next - now, LONGEST_WAIT), () => this.ringWhatIsDue());
  }

  private startRing(automationId: string, entry: Entry): void {
    entry.isRinging = true;
    void this.rings.add(async () => {
      try {
        await this.ring(automationId, entry);
      } catch (error) {
        entry.at = this.now() + entry.backoff.next();
        this.options.onFault?.(automationId, error);
      }
      entry.isRinging = false;
      this.ringWhatIsDue();
    });
  }

  private async ring(automationId: string, entry: Entry): Promise<void> {
    const began = this.now();
    const { schedule } = await this.options.alarm.ring(automationId);
    entry.backoff.reset();
    // It was given another schedule meanwhile, which has an entry of its own, or was removed.
    if (this.entries.get(automationId) !== entry) return;
    if (schedule === null) {
      this.entries.delete(automationId);
      return;
    }
    entry.schedule = schedule;
    const read = readSchedule(schedule);
    entry.at = (read.ok ? read.value.nextDue(began) : undefined) ?? Number.POSITIVE_INFINITY;
    if (!read.ok) throw new Error(`its schedule cannot be read: ${read.refusal.field}: ${read.refusal.message}`);
  }

  private now(): number {
    return this.options.clock.now().getTime();
  }
}

const startSystemTimer: StartTimer = (milliseconds, call) => {
  const timer = setTimeout(call, milliseconds);
  // It does not keep a process that has nothing else to do.
  timer.unref();
  return () => clearTimeout(timer);
};
