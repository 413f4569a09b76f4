import { LOG_START, type LogPosition, type RecordedEvent } from '@assay/event-store';
import {
  Backoff,
  type BackoffOptions,
  type Clock,
  UnknownFact,
  messageOf,
  repeat,
  retry,
  systemClock,
  type Log,
  silentLog,
} from '@assay/kernel';
import type { LogBatch } from './log-batches';
import { LogFollower } from './log-follower';
import { type LogMarks, isOfLog, positionOfCheckpoint } from './log-marks';
import { isOutage } from './reaction';
import type { Reactor, ReactorRunnerOptions, ReactorStatus } from './reactor';
import type { SetAsideReaction, SetAsideReactions } from './set-aside-reactions';
import { DEFAULT_BACKOFF, whileUnavailable } from './while-unavailable';

/** Events per checkpoint during a catch-up; after it, each batch has a checkpoint. */
const CHECKPOINT_EVERY = 100;
/** How often an event is tried if its failure is not an outage: with the usual delays, over 13 s. */
const ATTEMPTS = 8;

/** One reactor on its subscription. */
export class ReactorRun {
  private position: LogPosition = LOG_START;
  private saved: LogPosition = LOG_START;
  private failure: string | undefined;
  private running = false;
  private setAside: SetAsideReactions | undefined;
  private setAsideCount = 0;
  private trying: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();
  private readonly follower: LogFollower;
  private readonly checkpoint: string;
  private readonly backoff: BackoffOptions;
  private readonly log: Log;
  private readonly clock: Clock;

  constructor(
    private readonly reactor: Reactor,
    private readonly options: ReactorRunnerOptions & { readonly marks: LogMarks },
  ) {
    const { events, batchSize = 100, backoff = DEFAULT_BACKOFF, watchdogMs = 15_000, log = silentLog } = options;
    this.checkpoint = `reactor:${reactor.name}`;
    this.backoff = backoff;
    this.log = log;
    this.clock = options.clock ?? systemClock;
    this.follower = new LogFollower({
      name: this.checkpoint,
      events,
      types: Object.keys(reactor.handles),
      batchSize,
      backoff,
      watchdogMs,
      log,
      after: () => this.position,
      take: (batch) => this.take(batch),
    });
  }

  /** Also tries set-aside reactions again, once: this may be a newer release that handles them. */
  async start(setAside: SetAsideReactions): Promise<void> {
    this.setAside = setAside;
    this.position = this.saved = await this.adopted(setAside);
    const earlier = await setAside.of(this.reactor.name);
    this.setAsideCount = earlier.length;
    this.running = true;
    this.follower.start();
    this.trying = this.tryAgain(earlier);
    if (this.options.store.isExclusive) return; // no other process can request a retry
    const everyMs = this.options.lookForRequestsMs ?? 30_000;
    void repeat(() => this.tryRequested(setAside), { everyMs, firstAfterMs: everyMs, signal: this.stopping.signal });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.follower.stop(), this.trying]);
    if (this.running) await this.save();
    this.running = false;
  }

  status(head: LogPosition | undefined): ReactorStatus {
    const error = this.failure ?? this.follower.error;
    return {
      name: this.reactor.name,
      position: this.position,
      lag: head === undefined ? undefined : Math.max(0, head - this.position),
      state: this.state,
      ...(error !== undefined && { error }),
      setAside: this.setAsideCount,
    };
  }

  private get state(): ReactorStatus['state'] {
    if (!this.running) return 'stopped';
    if (this.follower.lost) return 'failed';
    if (this.failure !== undefined) return 'retrying';
    return this.follower.caughtUp ? 'live' : 'catching-up';
  }

  /**
   * The saved position, or the start if the position belongs to another log or to this one before a backup was
   * restored.
   */
  private async adopted(setAside: SetAsideReactions): Promise<LogPosition> {
    const { events, store } = this.options;
    const checkpoint = await store.checkpoint(this.checkpoint);
    if (checkpoint === undefined || (await isOfLog(checkpoint, events))) return positionOfCheckpoint(checkpoint);
    this.log.warn(
      { reactor: this.reactor.name, position: checkpoint.position },
      'the log is not the one that this reactor followed; it begins from the start',
    );
    await setAside.forget(this.reactor.name);
    // A checkpoint never moves back by itself.
    await store.removeCheckpoint(this.checkpoint);
    return LOG_START;
  }

  private async take({ events, through }: LogBatch): Promise<void> {
    let sinceSave = 0;
    for (const event of events) {
      if (!(await this.passed(event))) return;
      this.position = event.position;
      sinceSave += 1;
      if (sinceSave % CHECKPOINT_EVERY === 0) await this.save();
    }
    this.position = Math.max(this.position, through);
    await this.save();
  }

  /** Tries until the event is handled or set aside; false if it was neither and the runner stops. */
  private async passed(event: RecordedEvent): Promise<boolean> {
    const backoff = new Backoff(this.backoff);
    const { signal } = this.stopping;
    let attempts = 0;
    while (!signal.aborted) {
      try {
        await this.reactor.react(event, signal);
        this.failure = undefined;
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        this.failure = `position ${event.position} (${event.type} in ${event.stream}): ${messageOf(error)}`;
        if (!isOutage(error)) attempts += 1;
        // Further tries by this release would not know the fact either.
        if (attempts >= ATTEMPTS || error instanceof UnknownFact) return this.putAside(event, error, attempts);
        this.log.warn(
          { reactor: this.reactor.name, position: event.position, error },
          'the reaction failed; trying again',
        );
        await backoff.wait(signal);
      }
    }
    return false;
  }

  /**
   * Sets the event aside before the checkpoint passes it: after a crash in between, it is tried and set aside again.
   */
  private async putAside(event: RecordedEvent, error: unknown, attempts: number): Promise<boolean> {
    const { name } = this.reactor;
    const { signal } = this.stopping;
    await whileUnavailable(
      async () => {
        await this.setAside!.keep({
          reactor: name,
          position: event.position,
          event,
          error: messageOf(error),
          attempts,
          triedAt: this.clock.now().toISOString(),
          again: false,
        });
        this.setAsideCount = await this.setAside!.count(name);
      },
      { backoff: this.backoff, log: this.log, signal },
    );
    this.failure = undefined;
    this.log.error(
      { reactor: name, position: event.position, stream: event.stream, type: event.type, error },
      'the event cannot be handled and is set aside; the reactor continues (assay reactors lists what was set aside)',
    );
    return true;
  }

  private async tryRequested(setAside: SetAsideReactions): Promise<void> {
    try {
      const requested = (await setAside.of(this.reactor.name)).filter(({ again }) => again);
      await (this.trying = this.trying.then(() => this.tryAgain(requested)));
      this.setAsideCount = await setAside.count(this.reactor.name);
    } catch (error) {
      this.log.warn({ reactor: this.reactor.name, error }, 'what was set aside cannot be read; looking again');
    }
  }

  /** Runs beside new events: each reaction is idempotent, and later events have not waited for these. */
  private async tryAgain(reactions: readonly SetAsideReaction[]): Promise<void> {
    const { signal } = this.stopping;
    const options = {
      delays: this.backoff,
      isRetryable: () => true,
      onRetry: (error: unknown) =>
        this.log.warn({ reactor: this.reactor.name, error }, 'what was set aside cannot be tried; trying again'),
      signal,
    };
    try {
      for (const reaction of reactions) await retry(() => this.triedOnce(reaction), options);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @throws the error of an outage */
  private async triedOnce(reaction: SetAsideReaction): Promise<void> {
    const { signal } = this.stopping;
    try {
      await this.reactor.react(reaction.event, signal);
      await this.setAside!.done(reaction);
    } catch (error) {
      if (signal.aborted) return;
      if (isOutage(error)) throw error;
      await this.setAside!.keep({
        ...reaction,
        error: messageOf(error),
        attempts: reaction.attempts + 1,
        triedAt: this.clock.now().toISOString(),
        again: false,
      });
    }
    this.setAsideCount = await this.setAside!.count(this.reactor.name);
  }

  private async save(): Promise<void> {
    if (this.position === this.saved) return;
    const { position } = this;
    const mark = await this.options.marks.at(position);
    await this.options.store.saveCheckpoint({ name: this.checkpoint, position, mark });
    this.saved = position;
  }
}
