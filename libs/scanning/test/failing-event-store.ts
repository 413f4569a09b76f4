import {
  type AppendResult,
  type EventStore,
  EventStoreUnavailable,
  type ExpectedRevision,
  type NewEvent,
} from '@assay/event-store';
import type { Fact } from '@assay/kernel';

/** `lost`: the append fails. `crash`: and the process that made it is dead. Before it was written, or after. */
export type AppendFault = 'lost-before' | 'lost-after' | 'crash-before' | 'crash-after';

/**
 * The faults of a world, by the number of the append, counted over all its processes, or at the next append of a type
 * of event.
 */
export class FaultPlan {
  appends = 0;
  private readonly listeners = new Map<number, () => void>();

  private readonly faults: Map<number | string, AppendFault>;

  constructor(faults: ReadonlyMap<number | string, AppendFault>) {
    this.faults = new Map(faults);
  }

  next(types: readonly string[]): AppendFault | undefined {
    this.appends += 1;
    this.listeners.get(this.appends)?.();
    const planned = [this.appends, ...types].find((moment) => this.faults.has(moment));
    if (planned === undefined) return undefined;
    const fault = this.faults.get(planned);
    this.faults.delete(planned);
    return fault;
  }

  /** A fault at the next append of a type of event. */
  arm(type: string, fault: AppendFault): void {
    this.faults.set(type, fault);
  }

  /** Something that happens while a certain append is under way. */
  at(append: number, happens: () => void): void {
    this.listeners.set(append, happens);
  }
}

/**
 * One process's view of the event store: its appends fail as planned, and once it is dead nothing of it reaches the
 * store any more.
 */
export class FailingEventStore implements EventStore {
  readonly #death = new AbortController();
  readonly died = new Promise<void>((resolve) =>
    this.#death.signal.addEventListener('abort', () => resolve(), { once: true }),
  );

  constructor(
    private readonly store: EventStore,
    private readonly plan: FaultPlan,
  ) {}

  die(): void {
    this.#death.abort();
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    options?: { expectedRevision?: ExpectedRevision },
  ): Promise<AppendResult> {
    this.#live();
    const fault = this.plan.next(events.map(({ type }) => type));
    if (fault === 'crash-before') this.die();
    if (fault === 'crash-before' || fault === 'lost-before')
      throw new EventStoreUnavailable('the line was cut before the append arrived');
    const appended = await this.store.append(stream, events, options);
    if (fault === 'crash-after') this.die();
    if (fault !== undefined) throw new EventStoreUnavailable('the line was cut before the answer arrived');
    this.#live();
    return appended;
  }

  readStream<Event extends Fact = Fact>(...given: Parameters<EventStore['readStream']>) {
    return this.#whileAlive(this.store.readStream<Event>(...given));
  }

  readAll<Event extends Fact = Fact>(...given: Parameters<EventStore['readAll']>) {
    return this.#whileAlive(this.store.readAll<Event>(...given));
  }

  subscribeToAll<Event extends Fact = Fact>({
    signal,
    ...options
  }: NonNullable<Parameters<EventStore['subscribeToAll']>[0]> = {}) {
    return this.#whileAlive(this.store.subscribeToAll<Event>({ ...options, signal: this.#until(signal) }));
  }

  subscribeToStream<Event extends Fact = Fact>(
    stream: string,
    { signal, ...options }: NonNullable<Parameters<EventStore['subscribeToStream']>[1]> = {},
  ) {
    return this.#whileAlive(this.store.subscribeToStream<Event>(stream, { ...options, signal: this.#until(signal) }));
  }

  async deleteStream(...given: Parameters<EventStore['deleteStream']>): Promise<void> {
    this.#live();
    await this.store.deleteStream(...given);
  }

  head = () => this.store.head();
  mark = () => this.store.mark();
  holds = (mark: string) => this.store.holds(mark);
  streamMetadata = (stream: string) => this.store.streamMetadata(stream);
  setStreamMetadata = (...given: Parameters<EventStore['setStreamMetadata']>) => this.store.setStreamMetadata(...given);
  /** The store outlives the process. */
  close = () => Promise.resolve();

  #live(): void {
    if (this.#death.signal.aborted) throw new EventStoreUnavailable('this process is dead');
  }

  #until(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, this.#death.signal]) : this.#death.signal;
  }

  async *#whileAlive<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    this.#live();
    for await (const item of items) {
      this.#live();
      yield item;
    }
  }
}
