import { EVENT_STORE, type EventStore, decide } from '@assay/event-store';
import { type Clock, CLOCK, type Fact, InfrastructureError, type Model, timestamp } from '@assay/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { LEDGER_STREAM_PREFIX } from './domain/events';
import { following, periodOf } from './domain/period';

/** A time at which the service ran, or which an operator confirmed. The newest one bounds the time of the clock. */
type TimeRecorded = Fact<'TimeRecorded', { readonly at: string; readonly by: 'service' | 'operator' }>;

const LEDGER_TIME_STREAM = 'ledger-time';

const newestTime: Model<string | undefined, TimeRecorded> = {
  initial: undefined,
  evolve: (newest, event) => (event.type === 'TimeRecorded' ? later(newest, event.data.at) : newest),
};

/**
 * The clock's time is more than a month beyond everything recorded. Using it would close the periods of all the months
 * between: their credits would lapse, and no entry could restore them.
 */
export class ClockAhead extends InfrastructureError {
  constructor(at: string, newest: string) {
    const message =
      `The clock of the service says ${at}, more than a month after the newest recorded time, ${newest}. ` +
      'No ledger month is opened before an operator has set the clock right, or confirmed it with ' +
      '`assay clock accept`.';
    super(message, { refusal: { code: 'CLOCK_AHEAD', message, details: { clock: at, newestRecorded: newest } } });
    this.name = 'ClockAhead';
  }
}

/**
 * Decides whether the clock may be trusted when a month of the ledger is opened. Recorded facts are never undone, so a
 * clock that is years ahead for a moment must not take effect.
 */
@Injectable()
export class LedgerTime {
  /** A cache: the newest recorded time only grows. */
  private known: string | undefined;

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The time, if it is at most one month beyond the newest recorded one. Nothing is recorded.
   *
   * @throws ClockAhead
   */
  async foreseen(): Promise<string> {
    const at = timestamp(this.clock);
    if (this.isKnown(at)) return at;
    const newest = await this.newest();
    if (newest !== undefined) refuseAhead(at, newest);
    return at;
  }

  /**
   * The time likewise, and records a new month. A running service calls it now and then, so that a month without any
   * command does not make the next one look like a jump of the clock.
   *
   * @throws ClockAhead
   */
  async confirmed(): Promise<string> {
    const at = timestamp(this.clock);
    if (!this.isKnown(at)) await this.record(at, 'service');
    return at;
  }

  /** Records an operator's confirmation that the clock is right, however far ahead it is. @returns the clock's time */
  async accept(): Promise<string> {
    const at = timestamp(this.clock);
    await this.record(at, 'operator');
    return at;
  }

  /** The newest time that a ledger, an organization or this stream has recorded; undefined in an empty store. */
  async newest(): Promise<string | undefined> {
    let newest = await this.newestFact();
    for await (const { data } of this.events.readStream<TimeRecorded>(LEDGER_TIME_STREAM))
      newest = later(newest, data.at);
    return newest;
  }

  private isKnown(at: string): boolean {
    return this.known !== undefined && periodOf(at) <= periodOf(this.known);
  }

  private async record(at: string, by: 'service' | 'operator'): Promise<void> {
    const fact = await this.newestFact();
    await decide(this.events, LEDGER_TIME_STREAM, newestTime, (recorded): TimeRecorded[] => {
      const newest = later(recorded, fact);
      if (newest === undefined || periodOf(at) <= periodOf(newest)) return [];
      if (by === 'service') refuseAhead(at, newest);
      return [{ type: 'TimeRecorded', data: { at, by } }];
    });
    this.known = later(this.known, at);
  }

  private async newestFact(): Promise<string | undefined> {
    const filter = { streamPrefixes: [LEDGER_STREAM_PREFIX, 'organization-'] };
    for await (const { data } of this.events.readAll({ direction: 'backwards', filter })) {
      const at = (data as { readonly at?: unknown } | null)?.at;
      // A newer release may write facts without a time.
      if (typeof at === 'string') return at;
    }
    return undefined;
  }
}

function refuseAhead(at: string, newest: string): void {
  if (periodOf(at) > following(periodOf(newest))) throw new ClockAhead(at, newest);
}

function later(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || (b !== undefined && b > a) ? b : a;
}
