import type { EventStore, LogPosition, RecordedEvent } from '@assay/event-store';
import { type BackoffOptions, type Clock, type Fact, type FactTypes, type Log, silentLog } from '@assay/kernel';
import { InvalidQuery } from './errors';
import { LogMarks } from './log-marks';
import { ReactorRun } from './reactor-run';
import type { ReadModelStore } from './read-model-store';
import { SetAsideReactions } from './set-aside-reactions';

/** Does something because of an event: starts a workflow, sends a message, appends to another stream. */
export interface Reactor<Event extends Fact = Fact> {
  /** kebab-case; its checkpoint is `reactor:<name>`. */
  readonly name: string;
  /** Only events of these types reach the reactor: all of its union. */
  readonly handles: FactTypes<Event>;
  /**
   * At least once for each event, in order: after a crash, and from the first event when the read models are deleted,
   * for the checkpoint is kept among them. Idempotent by a key of its own. Throwing means "again": for ever, and before
   * any other event, where a store or a server is away; a few times for any other error, and then the event is set
   * aside. The signal says that the runner stops: who waits for something should then throw, and waits again after the
   * next start.
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
  readonly clock?: Clock;
  /** How often to look whether somebody asked that what was set aside be tried again. */
  readonly lookForRequestsMs?: number;
}

export interface ReactorStatus {
  readonly name: string;
  readonly position: LogPosition;
  readonly lag: number | undefined;
  /** `failed`: the log was replaced while it was followed, and the process has to be restarted. */
  readonly state: 'live' | 'catching-up' | 'retrying' | 'failed' | 'stopped';
  readonly error?: string;
  /** Events that could not be handled and are kept until they are. */
  readonly setAside: number;
}

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
    const setAside = await SetAsideReactions.open(this.options.store);
    await Promise.all(this.runs.map((run) => run.start(setAside)));
  }

  /**
   * Resolves when the reactions under way have ended. One that is waiting to be tried again is left for the next start.
   */
  async stop(): Promise<void> {
    await Promise.all(this.runs.map((run) => run.stop()));
  }

  async status(): Promise<ReactorStatus[]> {
    const head = await this.options.events.head().catch((error: unknown) => {
      (this.options.log ?? silentLog).warn({ error }, 'the head of the log cannot be read');
      return undefined;
    });
    return this.runs.map((run) => run.status(head));
  }
}
