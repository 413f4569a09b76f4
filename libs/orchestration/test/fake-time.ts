import type { Clock } from '@assay/kernel';
import type { StartTimer } from '../src/embedded/embedded-scheduler';

/** A clock that stands still, and timers that come only while it is moved. */
export class FakeTime implements Clock {
  private time: number;
  private readonly timers = new Map<object, { readonly at: number; readonly call: () => void }>();
  /** How many timers were started. */
  started = 0;

  constructor(now: string) {
    this.time = Date.parse(now);
  }

  now(): Date {
    return new Date(this.time);
  }

  readonly startTimer: StartTimer = (milliseconds, call) => {
    const timer = {};
    this.started += 1;
    this.timers.set(timer, { at: this.time + milliseconds, call });
    return () => void this.timers.delete(timer);
  };

  /** Moves the clock from timer to timer up to an instant, and lets each do its work. */
  async moveTo(until: string): Promise<void> {
    const end = Date.parse(until);
    await this.turn();
    for (;;) {
      const [first] = [...this.timers].sort(([, one], [, other]) => one.at - other.at);
      if (first === undefined || first[1].at > end) break;
      const [timer, { at, call }] = first;
      this.timers.delete(timer);
      this.time = Math.max(this.time, at);
      call();
      await this.turn();
    }
    this.time = Math.max(this.time, end);
  }

  /** The machine slept: its clock ran on, and no timer came. */
  sleepUntil(until: string): void {
    this.time = Date.parse(until);
  }

  /** Everything that needs no time continues. */
  private async turn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
