import { type EventStore, LOG_START, type LogPosition, type RecordedEvent } from '@assay/event-store';
import { Backoff, type BackoffOptions, type Fact, messageOf } from '@assay/kernel';
import { InvalidQuery } from './errors';
import type { LogBatch } from './log-batches';
import { LogFollower } from './log-follower';
import { type Log, silent } from './log';
import { LogMarks, isOfLog, positionOfCheckpoint } from './log-marks';
import { DEFAULT_BACKOFF } from './while-unavailable';
import type { ReadModelStore } from './read-model-store';

/** Does something because of an event: starts a workflow, sends a message, appends to another stream. */
export interface Reactor<Event extends Fact = Fact> {
  /** kebab-case; its checkpoint is `reactor:<name>`. */
  readonly name: string;
  readonly handles: readonly Event['type'][];
  /**
   * At least once for each event, in order: after a crash, and from the first event when the read models are deleted,
   * for the checkpoint is kept among them. Idempotent by a key of its own. Throwing means "again later". The signal
   * says that the runner stops: who waits for something should then throw, and waits again after the next start.
   */
  react(event: RecordedEvent<Event>, signal?: AbortSignal): Promise<void>;
}

export interface ReactorRunnerOptions {
  readonly events: EventStore;
  readonly store: ReadModelStore;
  readonly reactors: readonly Reactor[];
  /** Events read ahead of a slow reactor, at most. */
  readonly batchSize?: number;
  readonly backoff?: BackoffOptions;
  readonly watchdogMs?: number;
  readonly log?: Log;
}

export interface ReactorStatus {
  readonly name: string;
  readonly position: LogPosition;
  readonly lag: number | undefined;
  readonly state: 'live' | 'catching-up' | 'retrying' | 'stopped';
  readonly error?: string;
}

/** A checkpoint for each so many events of a catch-up; after it, one for each batch. */
const CHECKPOINT_EVERY = 100;

/** Runs each reactor on a subscription of its own, so that a slow or failing one delays nobody. */
export class ReactorRunner {
  private readonly runs: readonly ReactorRun[];

  /** @throws InvalidQuery for two reactors of one name */
  constructor(private readonly options: ReactorRunnerOptions) {
    const names = options.reactors.map(({ name }) => name);
    if (new Set(names).size < names.length)
      throw new InvalidQuery(`two reactors have the same name: ${names.join(', ')}`);
    const marks = new LogMarks(options.events);
    this.runs = options.reactors.map((reactor) => new ReactorRun(reactor, { ...options, marks }));
  }

  async start(): Promise<void> {
    await Promise.all(this.runs.map((run) => run.start()));
  }

  /**
   * Resolves when the reactions under way have ended. One that is waiting to be tried again is left for the next start.
   */
  async stop(): Promise<void> {
    await Promise.all(this.runs.map((run) => run.stop()));
  }

  async status(): Promise<ReactorStatus[]> {
    const head = await this.options.events.head().catch((error: unknown) => {
      (this.options.log ?? silent).warn({ error }, 'the head of the log cannot be read');
      return undefined;
    });
    return this.runs.map((run) => run.status(head));
  }
}

class ReactorRun {
  private position: LogPosition = LOG_START;
  private saved: LogPosition = LOG_START;
  private failure: string | undefined;
  private running = false;
  private readonly stopping = new AbortController();
  private readonly follower: LogFollower;
  private readonly checkpoint: string;
  private readonly backoff: BackoffOptions;
  private readonly log: Log;

  constructor(
    private readonly reactor: Reactor,
    private readonly options: ReactorRunnerOptions & { readonly marks: LogMarks },
  ) {
    const { events, batchSize = 100, backoff = DEFAULT_BACKOFF, watchdogMs = 15_000, log = silent } = options;
    this.checkpoint = `reactor:${reactor.name}`;
    this.backoff = backoff;
    this.log = log;
    this.follower = new LogFollower({
      name: this.checkpoint,
      events,
      types: reactor.handles,
      batchSize,
      backoff,
      watchdogMs,
      log,
      after: () => this.position,
      take: (batch) => this.take(batch),
    });
  }

  async start(): Promise<void> {
    this.position = this.saved = await this.adopted();
    this.running = true;
    this.follower.start();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.follower.stop();
    if (this.running) await this.save();
    this.running = false;
  }

  status(head: LogPosition | undefined): ReactorStatus {
    const error = this.failure ?? this.follower.error;
    const state = !this.running
      ? 'stopped'
      : this.failure !== undefined
        ? 'retrying'
        : this.follower.caughtUp
          ? 'live'
          : 'catching-up';
    return {
      name: this.reactor.name,
      position: this.position,
      lag: head === undefined ? undefined : Math.max(0, head - this.position),
      state,
      ...(error === undefined ? {} : { error }),
    };
  }

  /** Where it was; the start where that was in another log, or in this one before a backup was put in its place. */
  private async adopted(): Promise<LogPosition> {
    const { events, store } = this.options;
    const checkpoint = await store.checkpoint(this.checkpoint);
    if (checkpoint === undefined || (await isOfLog(checkpoint, events))) return positionOfCheckpoint(checkpoint);
    this.log.warn(
      { reactor: this.reactor.name, position: checkpoint.position },
      'the log is not the one that this reactor followed; it begins anew',
    );
    // It would not move back by itself.
    await store.removeCheckpoint(this.checkpoint);
    return LOG_START;
  }

  private async take({ events, through }: LogBatch): Promise<void> {
    let sinceSave = 0;
    for (const event of events) {
      if (!(await this.reacted(event))) return;
      this.position = event.position;
      sinceSave += 1;
      if (sinceSave % CHECKPOINT_EVERY === 0) await this.save();
    }
    this.position = Math.max(this.position, through);
    await this.save();
  }

  /** Tries until it is done; false when it was not and the runner stops. */
  private async reacted(event: RecordedEvent): Promise<boolean> {
    const backoff = new Backoff(this.backoff);
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.reactor.react(event, signal);
        this.failure = undefined;
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        this.failure = `position ${event.position} (${event.type} in ${event.stream}): ${messageOf(error)}`;
        this.log.warn(
          { reactor: this.reactor.name, position: event.position, error },
          'the reaction failed; trying again',
        );
        await backoff.wait(signal);
      }
    }
    return false;
  }

  private async save(): Promise<void> {
    if (this.position === this.saved) return;
    const { position } = this;
    const mark = await this.options.marks.at(position);
    await this.options.store.saveCheckpoint({ name: this.checkpoint, position, mark });
    this.saved = position;
  }
}
