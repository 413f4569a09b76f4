import { type EventStore, type LogPosition, NoSuchPosition } from '@assay/event-store';
import { Backoff, type BackoffOptions, messageOf, type Log } from '@assay/kernel';
import { type LogBatch, inBatches } from './log-batches';

interface LogFollowerOptions {
  /** For the log: who follows. */
  readonly name: string;
  readonly events: EventStore;
  readonly types: readonly string[];
  readonly batchSize: number;
  /** Where each new subscription begins. */
  readonly after: () => LogPosition;
  /** One batch at a time, in order. What it throws ends the subscription; the next one begins at `after()`. */
  readonly take: (batch: LogBatch) => Promise<void>;
  readonly backoff: BackoffOptions;
  /** How often the head of the log is compared with what the subscription has delivered. */
  readonly watchdogMs: number;
  readonly log: Log;
  /** Told when the log turns out to be another one: nothing is followed any more. */
  readonly onLost?: () => void;
}

/**
 * A subscription that stays: begun again after an error (with growing delays) and when it falls silent. It ends by
 * itself only where the log is another one than it was, until {@link LogFollower.start} is called again.
 */
export class LogFollower {
  /** Everything up to here has been taken. */
  seen: LogPosition = 0;
  caughtUp = false;
  error: string | undefined;
  /** The log is not the one that was followed: nothing of it is taken. */
  lost = false;
  private readonly stopping = new AbortController();
  private attempt = new AbortController();
  private running: Promise<void> | undefined;
  private watchdog: NodeJS.Timeout | undefined;
  private batches = 0;
  private taking = false;
  private suspect: number | undefined;

  constructor(private readonly options: LogFollowerOptions) {}

  start(): void {
    if ((this.running && !this.lost) || this.stopping.signal.aborted) return;
    this.lost = false;
    this.running = this.run();
    this.watchdog ??= setInterval(() => void this.look(), this.options.watchdogMs);
    this.watchdog.unref();
  }

  /** Begins the subscription again at `after()`. */
  restart(): void {
    this.attempt.abort();
  }

  /** Resolves when the batch at hand is done. */
  async stop(): Promise<void> {
    clearInterval(this.watchdog);
    this.stopping.abort();
    this.attempt.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const backoff = new Backoff(this.options.backoff);
    while (!this.stopping.signal.aborted) {
      this.attempt = new AbortController();
      const { signal } = this.attempt;
      try {
        await this.follow(signal, backoff);
        if (signal.aborted) continue;
        throw new Error('the subscription ended');
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        this.caughtUp = false;
        this.error = messageOf(error);
        if (error instanceof NoSuchPosition) return this.lose(error);
        this.options.log.warn(
          { follower: this.options.name, seen: this.seen, error },
          'following the log failed; trying again',
        );
        await backoff.wait(AbortSignal.any([this.stopping.signal, signal]));
      }
    }
  }

  private lose(error: NoSuchPosition): void {
    this.lost = true;
    this.options.onLost?.();
    this.options.log.error(
      { follower: this.options.name, seen: this.seen, error: messageOf(error) },
      'the log was replaced while it was followed; restart this process, which then begins from the start',
    );
  }

  private async follow(attempt: AbortSignal, backoff: Backoff): Promise<void> {
    const { events, types, batchSize, after, take } = this.options;
    // Ends the subscription also where a batch could not be taken: the source may be waiting for an event just then.
    const ending = new AbortController();
    const signal = AbortSignal.any([attempt, ending.signal]);
    const from = after();
    this.seen = from;
    this.suspect = undefined;
    try {
      for await (const batch of inBatches(
        events.subscribeToAll({ after: from, filter: { types }, signal }),
        batchSize,
        signal,
      )) {
        await this.taken(() => take(batch));
        this.seen = Math.max(this.seen, batch.through);
        this.caughtUp = batch.caughtUp;
        this.error = undefined;
        backoff.reset();
      }
    } finally {
      ending.abort();
    }
  }

  private async taken(take: () => Promise<void>): Promise<void> {
    this.taking = true;
    try {
      await take();
    } finally {
      this.taking = false;
      this.batches += 1;
    }
  }

  /** Two looks in a row at a log that is ahead while nothing arrives: the subscription has died without a word. */
  private async look(): Promise<void> {
    const { batches } = this;
    try {
      const head = await this.options.events.head();
      const silent = head > this.seen && batches === this.batches && !this.taking && this.error === undefined;
      if (silent && this.suspect === batches) {
        this.options.log.warn(
          { follower: this.options.name, seen: this.seen, head },
          'the subscription is silent; subscribing again',
        );
        this.suspect = undefined;
        this.restart();
      } else this.suspect = silent ? batches : undefined;
    } catch (error) {
      this.options.log.warn({ follower: this.options.name, error }, 'the head of the log cannot be read');
    }
  }
}
